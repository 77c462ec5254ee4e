import assert from 'node:assert/strict';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../functions/dynamodb/client.ts';
import type { MemoryDynamoDb } from './memory-dynamodb.ts';

type Statement = { readonly Statement: string; readonly Parameters: readonly unknown[] };

/** What statements come to that are sent in one call: each is a write of its own, whatever becomes of the others. */
export const execute = (dynamodb: MemoryDynamoDb, Statements: readonly Statement[]) => {
  assert.ok(Statements.length <= 25, `${Statements.length} statements in a batch`);
  return { Responses: Statements.map((statement) => outcomeOf(dynamodb, statement)) };
};

const outcomeOf = (dynamodb: MemoryDynamoDb, { Statement, Parameters }: Statement) => {
  try {
    if (Statement.startsWith('INSERT')) dynamodb.put(putOf(Statement, Parameters));
    else dynamodb.update(updateOf(Statement, Parameters));
    return {};
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { Error: { Code: 'ConditionalCheckFailed' } };
  }
};

const tableIn = (text: string): string => /"([^"]+)"/.exec(text)?.[1] ?? assert.fail(text);
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

const putOf = (text: string, parameters: readonly unknown[]) => {
  const names = namesIn(text, /'([^']+)': \?/g);
  const Item = Object.fromEntries(names.map((name, position) => [name, parameters[position]]));
  return { TableName: tableIn(text), Item, ConditionExpression: 'attribute_not_exists(pk)' };
};

/** What is sought besides the key is the condition: at most one attribute. */
const updateOf = (text: string, parameters: readonly unknown[]) => {
  const [clauses = '', sought = ''] = text.split(' WHERE ');
  const set = namesIn(clauses, /SET "([^"]+)"=\?/g);
  const removed = namesIn(clauses, /REMOVE "([^"]+)"/g);
  const where = namesIn(sought, /"([^"]+)" ?= ?\?/g);
  const values = parameters.slice(set.length);
  const [condition, ...more] = where.filter((name) => name !== 'pk' && name !== 'sk');
  assert.equal(more.length, 0, sought);
  const soughtOf = (name: string) => values[where.indexOf(name)];
  const Key: Item = Object.fromEntries(
    ['pk', 'sk'].filter((name) => where.includes(name)).map((name) => [name, soughtOf(name)]),
  );
  const sets = set.map((_, i) => `#s${i} = :s${i}`).join(', ');
  const removes = removed.map((_, i) => `#r${i}`).join(', ');
  return {
    TableName: tableIn(text),
    Key,
    UpdateExpression: [sets && `SET ${sets}`, removes && `REMOVE ${removes}`].filter(Boolean).join(' '),
    ConditionExpression: condition === undefined ? 'attribute_exists(pk)' : '#c = :c',
    ExpressionAttributeNames: {
      ...Object.fromEntries(set.map((name, i) => [`#s${i}`, name])),
      ...Object.fromEntries(removed.map((name, i) => [`#r${i}`, name])),
      ...(condition !== undefined && { '#c': condition }),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(set.map((_, i) => [`:s${i}`, parameters[i]])),
      ...(condition !== undefined && { ':c': soughtOf(condition) }),
    },
  };
};
