import { BadConfiguration } from '../bad-configuration.ts';

/** What stands at a leaf of a document: nothing, one value, or the elements of an array. */
export type Values = readonly (string | number | boolean | null)[];

/** Whether the values at a leaf fit one choice of a pattern: a value itself, or `{ operator: argument }`. */
export const leafTest = (wanted: unknown, where: string): ((values: Values) => boolean) => {
  if (typeof wanted !== 'object' || wanted === null) return some((value) => value === wanted);
  const [[operator, argument] = [], ...more] = Object.entries(wanted);
  const make = operators[operator ?? ''];
  const test = more.length === 0 ? make?.(argument) : undefined;
  if (test) return test;
  throw new BadConfiguration(`${where} has the choice ${JSON.stringify(wanted)}, which local/ cannot match.`);
};

type Test = (values: Values) => boolean;
type Value = Values[number];

const some =
  (fits: (value: Value) => boolean): Test =>
  (values) =>
    values.some(fits);

const textTest = (argument: unknown, fits: (value: string, wanted: string) => boolean): Fits | undefined => {
  const wanted = [argument].flat();
  if (wanted.length === 0 || !wanted.every((each) => typeof each === 'string')) return undefined;
  return (value) => typeof value === 'string' && wanted.some((each) => fits(value, each));
};

type Fits = (value: Value) => boolean;

/** `"x"` or `{ "equals-ignore-case": "x" }` */
const edge =
  (fits: (value: string, wanted: string) => boolean) =>
  (argument: unknown): Fits | undefined => {
    const folded = (argument as Record<string, unknown> | null)?.['equals-ignore-case'];
    return folded === undefined
      ? textTest(argument, fits)
      : textTest(folded, (value, wanted) => fits(fold(value), fold(wanted)));
  };

const fold = (text: string): string => text.toLowerCase();

const texts: Readonly<Record<string, (argument: unknown) => Fits | undefined>> = {
  prefix: edge((value, wanted) => value.startsWith(wanted)),
  suffix: edge((value, wanted) => value.endsWith(wanted)),
  'equals-ignore-case': (argument) => textTest(argument, (value, wanted) => fold(value) === fold(wanted)),
  wildcard: (argument) => textTest(argument, (value, wanted) => glob(wanted)(value)),
};

/** Only `*` is special, and a backslash takes that from it. */
const glob = (pattern: string): ((value: string) => boolean) => {
  const parts = pattern.split(/(\\[\\*]|\*)/).map((part) => {
    if (part === '*') return '[^]*';
    return (part.startsWith('\\') ? part.slice(1) : part).replace(/[\\^$.|+?*()[\]{}]/g, '\\$&');
  });
  const expression = new RegExp(`^${parts.join('')}$`);
  return (value) => expression.test(value);
};

const anythingBut = (argument: unknown): Test | undefined => {
  const fits = excluded(argument);
  // Something must stand there, and nothing of it may be excluded.
  return fits && ((values) => values.length > 0 && !values.some(fits));
};

const excluded = (argument: unknown): Fits | undefined => {
  const plain = [argument].flat();
  if (plain.length > 0 && plain.every((each) => typeof each === 'string' || typeof each === 'number'))
    return (value) => plain.includes(value as never);
  const [[operator, inner] = [], ...more] = Object.entries((argument ?? {}) as Record<string, unknown>);
  return more.length === 0 ? texts[operator ?? '']?.(inner) : undefined;
};

const comparisons: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

/** `["=", 3]` or `[">", 0, "<=", 5]` */
const numeric = (argument: unknown): Test | undefined => {
  if (!Array.isArray(argument) || (argument.length !== 2 && argument.length !== 4)) return undefined;
  const tests = [argument.slice(0, 2), argument.slice(2)]
    .filter((pair) => pair.length > 0)
    .map(([sign, bound]) => {
      const compare = comparisons[sign];
      return compare && typeof bound === 'number' ? (value: number) => compare(value, bound) : undefined;
    });
  if (tests.includes(undefined)) return undefined;
  return some((value) => typeof value === 'number' && tests.every((test) => test?.(value)));
};

const operators: Readonly<Record<string, (argument: unknown) => Test | undefined>> = {
  ...Object.fromEntries(
    Object.entries(texts).map(([name, make]) => [
      name,
      (argument: unknown) => {
        const fits = make(argument);
        return fits && some(fits);
      },
    ]),
  ),
  'anything-but': anythingBut,
  numeric,
  exists: (argument) => (typeof argument === 'boolean' ? (values) => values.length > 0 === argument : undefined),
};
