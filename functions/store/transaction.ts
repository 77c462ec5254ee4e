import { randomUUID } from 'node:crypto';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Change, type Condition, has, isNew, setAndRemoved, type Write } from './change.ts';
import { type Item, keyOf, tableName } from './database.ts';
import type { ItemKey } from './table.ts';

/** A change as DynamoDB takes it; the replay record comes first, so that its reason does too. One token for all tries. */
export const transactionOf = ({ writes, facts, record }: Change, now: Date): TransactWriteCommandInput => ({
  ClientRequestToken: randomUUID(),
  TransactItems: [
    ...(record ? [{ Put: putOf(record.key, record.item, isNewOrExpired(now), 'ALL_OLD') }] : []),
    ...writes.map(writeOf),
    ...facts.map((fact) => ({
      ConditionCheck: {
        TableName: tableName(fact.key.table),
        Key: keyOf(fact.key),
        ...expressionOf('absent' in fact ? isNew : has(fact.attribute, fact.is)),
      },
    })),
  ],
});

const writeOf = (write: Write) => {
  const { key, when } = write;
  if (write.kind === 'put') return { Put: putOf(key, write.item, when) };
  if (write.kind === 'set') return { Update: setOf(write) };
  return { Delete: { TableName: tableName(key.table), Key: keyOf(key), ...expressionOf(when) } };
};

/** What sets attributes, as DynamoDB takes it. */
export const setOf = ({ key, values, when }: Extract<Write, { readonly kind: 'set' }>) => ({
  TableName: tableName(key.table),
  Key: keyOf(key),
  ...updateOf(values, when),
});

const updateOf = (values: Item, { expression, names, values: conditionValues }: Condition) => {
  const { set, removed } = setAndRemoved(values);
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((_, i) => `#s${i} = :s${i}`).join(', ')}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((_, i) => `#r${i}`).join(', ')}`] : []),
  ];
  const attributes = [...set.map(([name], i) => [`#s${i}`, name]), ...removed.map((name, i) => [`#r${i}`, name])];
  const given = { ...conditionValues, ...Object.fromEntries(set.map(([, value], i) => [`:s${i}`, value])) };
  return {
    UpdateExpression: clauses.join(' '),
    ConditionExpression: expression,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(attributes) },
    ...(Object.keys(given).length > 0 && { ExpressionAttributeValues: given }),
  };
};

/** What puts an item, as DynamoDB takes it. */
export const putOf = (key: ItemKey, item: Item, when: Condition, old: 'ALL_OLD' | 'NONE' = 'NONE') => ({
  TableName: tableName(key.table),
  Item: { ...item, ...keyOf(key) },
  ReturnValuesOnConditionCheckFailure: old,
  ...expressionOf(when),
});

const expressionOf = ({ expression, names, values }: Condition) => ({
  ConditionExpression: expression,
  ...(names && { ExpressionAttributeNames: names }),
  ...(values && { ExpressionAttributeValues: values }),
});

/** An expired record is as good as none: DynamoDB deletes it when it comes to it. */
const isNewOrExpired = (now: Date): Condition => ({
  expression: 'attribute_not_exists(pk) OR expires_at_s < :now',
  values: { ':now': Math.floor(now.getTime() / 1000) },
});
