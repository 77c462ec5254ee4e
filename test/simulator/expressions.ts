import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../functions/dynamodb/client.ts';

type Terms = {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
};

/** A condition with its names and values. */
export type Condition = Terms & { readonly ConditionExpression?: string };

/** A change of attributes, under a condition. */
export type Update = Condition & { readonly UpdateExpression: string };

/** Whether a condition holds of an item, or of none. */
export const holds = (item: Item | undefined, { ConditionExpression, ...terms }: Condition): boolean =>
  ConditionExpression === undefined || testOf(ConditionExpression)(item, terms);

/** Whether an expression holds of an item. */
export const fits = (item: Item, expression: string | undefined, terms: Terms): boolean =>
  expression === undefined || testOf(expression)(item, terms);

/** The item after `SET #a = :a, … REMOVE #b, …`. */
export const updated = (item: Item, { UpdateExpression, ...terms }: Update): Item => {
  const known = /^(?:SET (?<set>[^A-Z]+?))?(?: ?REMOVE (?<remove>[^A-Z]+))?$/.exec(UpdateExpression)?.groups;
  if (!known || UpdateExpression === '') return unknown(UpdateExpression);
  const after = { ...item };
  for (const assignment of known.set?.split(', ') ?? []) {
    const [, name = '', value = ''] = /^(#\w+) = (:\w+)$/.exec(assignment) ?? unknown(UpdateExpression);
    after[nameOf(name, terms)] = givenAs(value, terms);
  }
  for (const name of known.remove?.split(', ') ?? []) delete after[nameOf(name, terms)];
  return after;
};

type Test = (item: Item | undefined, terms: Terms) => boolean;

const tests = new Map<string, Test>();

const testOf = (expression: string): Test => {
  const test = tests.get(expression) ?? parsed(expression);
  tests.set(expression, test);
  return test;
};

/** Alternatives of conjunctions of what `single` reads, with parentheses; everything else is an error. */
const parsed = (expression: string): Test => {
  const tokens = expression.match(/[()=]|[<>]=?|[#:]?\w+(?:\.#\w+)*|\S/g) ?? [];
  let at = 0;
  const take = (expected?: string): string => {
    const token = tokens[at++] ?? unknown(expression);
    return expected === undefined || token === expected ? token : unknown(expression);
  };
  const joined = (word: string, part: () => Test): Test[] => {
    const parts = [part()];
    while (tokens[at] === word) {
      at += 1;
      parts.push(part());
    }
    return parts;
  };
  const alternatives = (): Test => {
    const parts = joined('OR', conjunction);
    return (item, terms) => parts.some((part) => part(item, terms));
  };
  const conjunction = (): Test => {
    const parts = joined('AND', single);
    return (item, terms) => parts.every((part) => part(item, terms));
  };
  const single = (): Test => {
    const first = take();
    if (first === '(') {
      const inner = alternatives();
      take(')');
      return inner;
    }
    if (first === 'attribute_exists' || first === 'attribute_not_exists') {
      take('(');
      const name = take();
      take(')');
      return (item, terms) => (attributeAt(item, name, terms) !== undefined) === (first === 'attribute_exists');
    }
    const compare = comparisons[take()] ?? unknown(expression);
    const value = take();
    return (item, terms) => compare(attributeAt(item, first, terms), givenAs(value, terms));
  };
  const test = alternatives();
  return at === tokens.length ? test : unknown(expression);
};

/** Of an attribute that is not there, or is of another type, none of these holds. */
const comparisons: Readonly<Record<string, (found: unknown, wanted: unknown) => boolean>> = {
  '=': isDeepStrictEqual,
  '<': (found, wanted) => typeof found === 'number' && typeof wanted === 'number' && found < wanted,
};

/** The attribute of a name, or of `#map.#name` within maps. */
const attributeAt = (item: Item | undefined, path: string, terms: Terms): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Item | undefined)?.[nameOf(name, terms)], item);

const nameOf = (name: string, { ExpressionAttributeNames = {} }: Terms): string => {
  if (name.startsWith('#')) return ExpressionAttributeNames[name] ?? unknown(name);
  return /^\w+$/.test(name) ? name : unknown(name);
};

const givenAs = (value: string, { ExpressionAttributeValues = {} }: Terms): unknown =>
  ExpressionAttributeValues[value] ?? (value in ExpressionAttributeValues ? null : unknown(value));

const unknown = (expression: string): never => assert.fail(`the tables in memory do not know: ${expression}`);
