import { BadConfiguration } from './errors.ts';
import { isObject } from './json-protocol.ts';

/** Whether a JSON value fits a pattern. */
export type Pattern = (value: unknown) => boolean;

/**
 * Reads a pattern of EventBridge: the event pattern of a rule, or a filter of an event source
 * mapping. A pattern is nested objects whose leaves are lists of values, any of which may fit, of
 * `exists` and of `prefix`. Throws BadConfiguration, which names the pattern as `where`, for every
 * other operator: no template has needed one.
 */
export const patternOf = (pattern: unknown, where: string): Pattern => {
  if (!isObject(pattern)) throw new BadConfiguration(`${where} is no object.`);
  const fields = Object.entries(pattern).map(([name, expected]) =>
    fieldOf(name, expected, `${where}, ${name}`),
  );
  if (fields.length === 0) throw new BadConfiguration(`${where} is empty.`);
  return (value) => fields.every((fits) => fits(isObject(value) ? value : {}));
};

type Names = Readonly<Record<string, unknown>>;

const fieldOf = (name: string, expected: unknown, where: string): ((holder: Names) => boolean) => {
  if (Array.isArray(expected)) {
    const fits = leafOf(expected, where);
    return (holder) => fits(leavesOf(own(holder, name)));
  }
  const fits = patternOf(expected, where);
  return (holder) => {
    const value = own(holder, name);
    // One element of a list must fit as a whole.
    return Array.isArray(value) ? value.some(fits) : fits(value);
  };
};

/** One of the values and one of the list suffice. */
const leafOf = (
  expected: readonly unknown[],
  where: string,
): ((values: readonly unknown[]) => boolean) => {
  if (expected.length === 0 || expected.some(Array.isArray))
    throw new BadConfiguration(`${where} is a list that nothing fits.`);
  const operators = expected.filter(isObject).map((operator) => operatorOf(operator, where));
  const has = (operator: boolean | string): boolean => operators.includes(operator);
  const begins = (value: unknown): boolean =>
    operators.some(
      (one) => typeof one === 'string' && typeof value === 'string' && value.startsWith(one),
    );
  return (values) =>
    values.length === 0
      ? has(false)
      : has(true) || values.some((value) => expected.includes(value) || begins(value));
};

/** Whether something must exist, or how it must begin. */
const operatorOf = (operator: Names, where: string): boolean | string => {
  const [name, ...others] = Object.keys(operator);
  if (others.length === 0 && name === 'exists' && typeof operator.exists === 'boolean')
    return operator.exists;
  if (others.length === 0 && name === 'prefix' && typeof operator.prefix === 'string')
    return operator.prefix;
  throw new BadConfiguration(
    `${where} holds ${JSON.stringify(operator)}, which local/ does not understand.`,
  );
};

/**
 * The values that can be compared: the value, or those of a list; an object or an empty list is as
 * good as nothing.
 */
const leavesOf = (value: unknown): unknown[] =>
  [value].flat(Number.POSITIVE_INFINITY).filter((leaf) => leaf !== undefined && !isObject(leaf));

const own = (holder: Names, name: string): unknown =>
  Object.hasOwn(holder, name) ? holder[name] : undefined;
