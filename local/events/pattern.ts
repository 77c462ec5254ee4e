import { BadConfiguration } from '../bad-configuration.ts';
import { leafTest, type Values } from './pattern-leaf.ts';

/** Whether a document fits an event pattern. */
export type Matches = (document: unknown) => boolean;

/**
 * Reads an event pattern as EventBridge and the filters of event source mappings write it: an object of the document's
 * shape whose leaves are lists of what may stand there. Throws BadConfiguration, naming it as `where`, for any other.
 */
export const compilePattern = (pattern: unknown, where: string): Matches => {
  const text = typeof pattern === 'string' ? parse(pattern, where) : pattern;
  if (!isObject(text) || Object.keys(text).length === 0)
    throw new BadConfiguration(`${where} is an event pattern that is no object, or an empty one.`);
  return objectTest(text, where);
};

const parse = (text: string, where: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BadConfiguration(`${where} is an event pattern that is no JSON.`, { cause });
  }
};

const objectTest = (pattern: Readonly<Record<string, unknown>>, where: string): Matches => {
  const tests = Object.entries(pattern).map(([name, wanted]): Matches => {
    if (name === '$or') return orTest(wanted, where);
    const below = memberTest(wanted, `${where}, at ${name},`);
    return (document) => below(isObject(document) ? document[name] : undefined);
  });
  // Of an array of objects one must fit whole: parts that fit in different ones are no match.
  const fits: Matches = (document) => tests.every((test) => test(document));
  return (document) => (Array.isArray(document) ? document.some(fits) : fits(document));
};

const orTest = (choices: unknown, where: string): Matches => {
  if (!Array.isArray(choices) || choices.length < 2 || !choices.every(isObject))
    throw new BadConfiguration(`${where} has an $or that is no list of at least two patterns.`);
  const tests = choices.map((choice) => objectTest(choice, where));
  return (document) => tests.some((test) => test(document));
};

const memberTest = (wanted: unknown, where: string): Matches => {
  if (isObject(wanted)) return objectTest(wanted, where);
  if (!Array.isArray(wanted) || wanted.length === 0)
    throw new BadConfiguration(`${where} has a pattern that is neither an object nor a list of values.`);
  const tests = wanted.map((each) => leafTest(each, where));
  return (value) => tests.some((test) => test(valuesOf(value)));
};

/** What stands at a leaf; only leaves are compared, so an object there is as good as nothing. */
const valuesOf = (value: unknown): Values =>
  [value].flat().filter((each) => each !== undefined && !isObject(each)) as Values;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
