import { BadConfiguration } from '../bad-configuration.ts';
import { leafTest } from './pattern-leaf.ts';

/** Whether an event (parsed JSON) fits. */
export type Pattern = (event: unknown) => boolean;

type Names = Readonly<Record<string, unknown>>;

/**
 * An event pattern of EventBridge, as rules and event source mappings use it. Throws BadConfiguration, naming it as
 * `where`, for what is not understood here or not allowed there.
 */
export const patternOf = (pattern: unknown, where: string): Pattern => {
  if (!isObject(pattern)) throw new BadConfiguration(`${where} has an event pattern that is no object.`);
  const tests = Object.entries(pattern).map(([name, expected]) =>
    name === '$or' && Array.isArray(expected) ? anyOf(expected, where) : fieldTest(name, expected, where),
  );
  if (tests.length === 0) throw new BadConfiguration(`${where} has an empty event pattern.`);
  return (event) => isObject(event) && tests.every((fits) => fits(event));
};

const anyOf = (patterns: readonly unknown[], where: string): Pattern => {
  const tests = patterns.map((pattern) => patternOf(pattern, where));
  return (event) => tests.some((fits) => fits(event));
};

const fieldTest = (name: string, expected: unknown, where: string): ((event: Names) => boolean) => {
  if (Array.isArray(expected)) {
    const fits = leafTest(expected, `${where} at ${name}`);
    return (event) => fits(leavesOf(own(event, name)));
  }
  if (!isObject(expected)) throw new BadConfiguration(`${where} expects at ${name} neither a list nor an object.`);
  const fits = patternOf(expected, where);
  return (event) => {
    const value = own(event, name);
    // Of a list one element must fit as a whole. What is no object has none of the fields, which a pattern may ask for.
    return Array.isArray(value) ? value.some(fits) : fits(isObject(value) ? value : {});
  };
};

/** What can be compared: the value, or those of a list; an object or an empty list is as good as nothing. */
const leavesOf = (value: unknown): unknown[] =>
  [value].flat(Number.POSITIVE_INFINITY).filter((leaf) => leaf !== undefined && !isObject(leaf));

const own = (event: Names, name: string): unknown => (Object.hasOwn(event, name) ? event[name] : undefined);

const isObject = (value: unknown): value is Names =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
