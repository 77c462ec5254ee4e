import assert from 'node:assert/strict';
import type { Item } from '../../functions/dynamodb/client.ts';

/** An expression with its names and values. */
export type Terms = {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Item;
};

export type Update = Terms & { readonly UpdateExpression: string };

/** Whether a condition of the store holds of an item: alternatives of existence and comparisons (functions/dynamodb/writes.ts). */
export const holds = (item: Item | undefined, { ConditionExpression = '', ...terms }: Terms): boolean =>
  ConditionExpression === '' || ConditionExpression.split(' OR ').some((one) => clauseHolds(item, one, terms));

const clauseHolds = (item: Item | undefined, clause: string, terms: Terms): boolean => {
  if (clause === 'attribute_not_exists(pk)') return item === undefined;
  if (clause === 'attribute_exists(pk)') return item !== undefined;
  const [name = '', operator, value = ''] = clause.split(' ');
  const found = item?.[nameOf(name, terms)];
  const wanted = terms.ExpressionAttributeValues?.[value];
  if (operator === '=') return found !== undefined && found === wanted;
  if (operator === '<') return typeof found === 'number' && typeof wanted === 'number' && found < wanted;
  return assert.fail(`nobody reads the condition ${clause}`);
};

const nameOf = (name: string, { ExpressionAttributeNames = {} }: Terms): string =>
  name.startsWith('#') ? (ExpressionAttributeNames[name] ?? assert.fail(name)) : name;

/** The item after `SET #a = :a, … REMOVE #b, …`. */
export const updated = (item: Item, { UpdateExpression, ...terms }: Update): Item => {
  const [set = '', remove = ''] = UpdateExpression.split(/(?:^| )REMOVE /);
  const assignments = set.replace('SET ', '').split(', ').filter(Boolean);
  const after = { ...item };
  for (const assignment of assignments) {
    const [name = '', value = ''] = assignment.split(' = ');
    after[nameOf(name, terms)] = terms.ExpressionAttributeValues?.[value];
  }
  for (const name of remove.split(', ').filter(Boolean)) delete after[nameOf(name, terms)];
  return after;
};
