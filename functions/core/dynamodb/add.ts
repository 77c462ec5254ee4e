import {
  ConditionalCheckFailedException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Deadline } from '../time.ts';
import { type Connection, type Item, keyOf, tableName } from './client.ts';
import { persist } from './commit.ts';
import type { ItemKey } from './keys.ts';
import type { Condition } from './writes.ts';

/**
 * The numbers added to those of one item, and the values set besides; they make an item that does
 * not exist.
 */
export type Addition = {
  readonly key: ItemKey;
  readonly add: Readonly<Record<string, number>>;
  readonly set: Item;
  /** It must fail for an addition that was made, since a lost response is retried. */
  readonly when: Condition;
};

/** Adds to numbers in one write without a transaction. Returns the item where the condition failed. */
export const addTo = async (
  { client }: Connection,
  { key, add, set, when }: Addition,
  deadline: Deadline,
): Promise<Item | undefined> => {
  const [added, values] = [Object.entries(add), Object.entries(set)];
  const command = new UpdateCommand({
    TableName: tableName(key.table),
    Key: keyOf(key),
    UpdateExpression: `SET ${values.map((_, i) => `#s${i} = :s${i}`).join(', ')} ADD ${added
      .map((_, i) => `#a${i} :a${i}`)
      .join(', ')}`,
    ConditionExpression: when.expression,
    ExpressionAttributeNames: {
      ...when.names,
      ...Object.fromEntries(values.map(([name], i) => [`#s${i}`, name])),
      ...Object.fromEntries(added.map(([name], i) => [`#a${i}`, name])),
    },
    ExpressionAttributeValues: {
      ...when.values,
      ...Object.fromEntries(values.map(([, value], i) => [`:s${i}`, value])),
      ...Object.fromEntries(added.map(([, value], i) => [`:a${i}`, value])),
    },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  let refused: Item | undefined;
  await persist(
    (options) => client.send(command, options),
    (error) => {
      if (error instanceof TransactionConflictException) return 'retry';
      if (!(error instanceof ConditionalCheckFailedException)) return undefined;
      // The document client converts responses, but not the items in errors.
      refused = unmarshall(error.Item ?? {});
      return 'done';
    },
    deadline,
  );
  return refused;
};
