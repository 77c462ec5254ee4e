import { BadConfiguration } from './bad-configuration.ts';
import { type Operator, operatorOf } from './patterns/operators.ts';

/** Whether a JSON value fits a pattern. */
export type Fits = (value: unknown) => boolean;

/**
 * Reads a pattern of EventBridge (an event pattern of a rule, or the filter of an event source mapping): nested objects
 * whose leaves are lists of values and operators, any of which may fit, and `$or`. Throws BadConfiguration, which names
 * the pattern as `where`, for what AWS or this machine does not understand.
 */
export const patternOf = (pattern: unknown, where: string): Fits => {
  if (!isObject(pattern)) throw new BadConfiguration(`${where} is no JSON object.`);
  const members = Object.entries(pattern).map(([name, inner]) => memberOf(name, inner, where));
  return (value) => members.every((fits) => fits(value));
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (name: string, inner: unknown, where: string): Fits => {
  if (name === '$or' && isAlternatives(inner)) {
    const alternatives = inner.map((each) => patternOf(each, where));
    return (value) => alternatives.some((fits) => fits(value));
  }
  const path = `${where}, ${name}`;
  const fits = Array.isArray(inner) ? leafOf(inner, path) : eachOf(patternOf(inner, path));
  return (value) => fits(isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined);
};

/** A list of one pattern or of values is a field that happens to be called `$or`. */
const isAlternatives = (inner: unknown): inner is readonly unknown[] =>
  Array.isArray(inner) && inner.length > 1 && inner.every(isObject);

/** In a list of objects one of them must fit the whole. */
const eachOf =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.length > 0 ? value.some((item) => eachOf(fits)(item)) : fits(value);

const leafOf = (list: readonly unknown[], where: string): Fits => {
  if (list.length === 0) throw new BadConfiguration(`${where} is an empty list, which nothing fits.`);
  const operators: Operator[] = list.map((item) => operatorOf(item, where));
  return (value) => {
    const leaves = leavesOf(value);
    if (leaves.length === 0) return operators.some(({ absent }) => absent);
    return operators.some(({ fits }) => leaves.some(fits));
  };
};

/** The values that operators see: those of a list one by one; an object is none, since operators look at leaves only. */
const leavesOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return value === undefined || isObject(value) ? [] : [value];
};
