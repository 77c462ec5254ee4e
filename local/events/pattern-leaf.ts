import { BadConfiguration } from '../bad-configuration.ts';

/** Whether one value fits. */
type Matcher = (value: unknown) => boolean;

/** Whether the values of a field fit the list that a pattern has for it; one of them and one of the list suffice. */
export const leafTest = (expected: readonly unknown[], where: string): ((values: readonly unknown[]) => boolean) => {
  if (expected.length === 0) throw new BadConfiguration(`${where} expects one of nothing.`);
  const absent = expected.some((one) => isObject(one) && one.exists === false);
  const matchers = expected.map((one) => matcherOf(one, where));
  return (values) => (values.length === 0 ? absent : values.some((value) => matchers.some((fits) => fits(value))));
};

const matcherOf = (expected: unknown, where: string): Matcher => {
  if (Array.isArray(expected)) throw new BadConfiguration(`${where} expects a list within a list.`);
  if (!isObject(expected)) return (value) => value === expected;
  const [name = '', ...more] = Object.keys(expected);
  const make = makers[name];
  if (!make || more.length > 0)
    throw new BadConfiguration(`${where} expects ${JSON.stringify(expected)}, which local/ does not understand.`);
  return make(expected[name], where);
};

const makers: Readonly<Record<string, (operand: unknown, where: string) => Matcher>> = {
  prefix: (operand, where) => affix(operand, where, (value, text) => value.startsWith(text)),
  suffix: (operand, where) => affix(operand, where, (value, text) => value.endsWith(text)),
  'equals-ignore-case': (operand, where) => {
    const wanted = textOf(operand, where).toLowerCase();
    return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
  },
  wildcard: (operand, where) => {
    const expression = new RegExp(`^${wildcardSource(textOf(operand, where))}$`, 's');
    return (value) => typeof value === 'string' && expression.test(value);
  },
  exists: (operand, where) => {
    if (typeof operand !== 'boolean')
      throw new BadConfiguration(`${where} has an "exists" that is neither true nor false.`);
    // Where the field is absent, nothing is asked.
    return () => operand;
  },
  numeric: (operand, where) => numeric(operand, where),
  'anything-but': (operand, where) => {
    const excluded = excludedBy(operand, where);
    return (value) => !excluded.some((fits) => fits(value));
  },
};

const affix = (operand: unknown, where: string, fits: (value: string, text: string) => boolean): Matcher => {
  if (!isObject(operand)) {
    const text = textOf(operand, where);
    return (value) => typeof value === 'string' && fits(value, text);
  }
  const text = textOf(operand['equals-ignore-case'], where).toLowerCase();
  return (value) => typeof value === 'string' && fits(value.toLowerCase(), text);
};

/** `anything-but` takes values, or one matcher with a text or several. */
const excludedBy = (operand: unknown, where: string): Matcher[] => {
  if (!isObject(operand)) return [operand].flat().map((value) => matcherOf(value, where));
  const [name = '', ...more] = Object.keys(operand);
  if (more.length > 0 || !['prefix', 'suffix', 'equals-ignore-case', 'wildcard'].includes(name))
    throw new BadConfiguration(`${where} excludes ${JSON.stringify(operand)}, which local/ does not understand.`);
  return [operand[name]].flat().map((text) => matcherOf({ [name]: text }, where));
};

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '=': (value, limit) => value === limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
};

const numeric = (operand: unknown, where: string): Matcher => {
  const parts = Array.isArray(operand) ? operand : [];
  if (parts.length !== 2 && parts.length !== 4) throw new BadConfiguration(`${where} has no numeric range.`);
  const tests = Array.from({ length: parts.length / 2 }, (_, at) => {
    const [compare, limit] = [comparisons[String(parts[at * 2])], parts[at * 2 + 1]];
    if (!compare || typeof limit !== 'number') throw new BadConfiguration(`${where} has no numeric range.`);
    return (value: number) => compare(value, limit);
  });
  return (value) => typeof value === 'number' && tests.every((fits) => fits(value));
};

/** `*` is any text; `\*` and `\\` are themselves. */
const wildcardSource = (text: string): string =>
  text.replace(/\\([*\\])|(\*)|([\\^$.|+?()[\]{}])/g, (_, escaped, star, special) =>
    star ? '.*' : `\\${escaped ?? special}`,
  );

const textOf = (value: unknown, where: string): string => {
  if (typeof value === 'string') return value;
  throw new BadConfiguration(`${where} expects a text and has ${JSON.stringify(value)}.`);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
