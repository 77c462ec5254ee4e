import { BadConfiguration } from '../bad-configuration.ts';

/** One item of a pattern's list. */
export type Operator = {
  /** Whether a value that is there fits. */
  readonly fits: (leaf: unknown) => boolean;
  /** Whether it is satisfied by a value that is not there. */
  readonly absent: boolean;
};

/** Reads a value to be equal to, or an object with one operator; throws BadConfiguration. */
export const operatorOf = (item: unknown, where: string): Operator => {
  if (item === null || typeof item !== 'object') return present((leaf) => leaf === item);
  const [name = '', ...more] = Object.keys(item);
  const make = operators[name];
  if (!make || more.length > 0)
    throw new BadConfiguration(`${where} holds ${JSON.stringify(item)}, which is no operator that local/ knows.`);
  return make((item as Record<string, unknown>)[name], `${where}, ${name}`);
};

const present = (fits: Operator['fits']): Operator => ({ fits, absent: false });

/** A test of texts; anything else does not fit. */
type Test = (text: string) => boolean;

const onTexts = (test: Test): Operator => present((leaf) => typeof leaf === 'string' && test(leaf));

const textIn = (argument: unknown, where: string): string => {
  if (typeof argument === 'string' && argument !== '') return argument;
  throw new BadConfiguration(`${where} takes a text that is not empty.`);
};

/** `prefix` and `suffix` take a text, or one whose case does not matter. */
const endOf =
  (name: 'startsWith' | 'endsWith') =>
  (argument: unknown, where: string): Test => {
    const folded = (argument as Record<string, unknown> | null)?.['equals-ignore-case'];
    if (folded === undefined) {
      const end = textIn(argument, where);
      return (text) => text[name](end);
    }
    const end = textIn(folded, where).toLowerCase();
    return (text) => text.toLowerCase()[name](end);
  };

const sameIgnoringCase = (argument: unknown, where: string): Test => {
  const wanted = textIn(argument, where).toLowerCase();
  return (text) => text.toLowerCase() === wanted;
};

/** `*` stands for any characters, `\*` and `\\` for themselves. */
const wildcard = (argument: unknown, where: string): Test => {
  const source = textIn(argument, where).replace(/\\([*\\])|([\s\S])/g, (_, escaped: string, plain: string) => {
    if (plain === '*') return '[\\s\\S]*';
    return (escaped ?? plain).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  const pattern = new RegExp(`^${source}$`);
  return (text) => pattern.test(text);
};

const tests: Readonly<Record<string, (argument: unknown, where: string) => Test>> = {
  prefix: endOf('startsWith'),
  suffix: endOf('endsWith'),
  'equals-ignore-case': sameIgnoringCase,
  wildcard,
};

/** Takes a value, a list of values, or an operator on texts with one argument or a list; a text must escape all of them. */
const anythingBut = (argument: unknown, where: string): Operator => {
  const values = [argument].flat();
  const [first] = values;
  if (values.length === 0) throw new BadConfiguration(`${where} takes at least one value.`);
  if (values.every((value) => typeof value === 'string' || typeof value === 'number'))
    return present((leaf) => !values.includes(leaf as never));
  const [name = '', ...more] = Object.keys((first ?? {}) as object);
  const make = tests[name];
  if (!make || values.length > 1 || more.length > 0)
    throw new BadConfiguration(`${where} takes values, or one of ${Object.keys(tests).join(', ')}.`);
  const refused = [(first as Record<string, unknown>)[name]].flat().map((each) => make(each, `${where}, ${name}`));
  return present((leaf) => typeof leaf !== 'string' || !refused.some((test) => test(leaf)));
};

const comparisons: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** One comparison, or two that make a range: `[">", 0, "<=", 5]`. Only numbers are compared, never texts that look so. */
const numeric = (argument: unknown, where: string): Operator => {
  const words = Array.isArray(argument) ? argument : [];
  const wanted = words.flatMap((word, at) => {
    const compare = at % 2 === 0 ? comparisons[String(word)] : undefined;
    const right: unknown = words[at + 1];
    return compare && typeof right === 'number' ? [(leaf: number) => compare(leaf, right)] : [];
  });
  if (words.length === 0 || words.length > 4 || wanted.length * 2 !== words.length)
    throw new BadConfiguration(`${where} takes one or two comparisons, such as [">", 0, "<=", 5].`);
  return present((leaf) => typeof leaf === 'number' && wanted.every((holds) => holds(leaf)));
};

const exists = (argument: unknown, where: string): Operator => {
  if (typeof argument !== 'boolean') throw new BadConfiguration(`${where} takes true or false.`);
  return { fits: () => argument, absent: !argument };
};

const operators: Readonly<Record<string, (argument: unknown, where: string) => Operator>> = {
  ...Object.fromEntries(
    Object.entries(tests).map(([name, make]) => [
      name,
      (argument: unknown, where: string) => onTexts(make(argument, where)),
    ]),
  ),
  'anything-but': anythingBut,
  numeric,
  exists,
};
