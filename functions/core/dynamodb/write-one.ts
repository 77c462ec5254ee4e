import {
  ConditionalCheckFailedException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { deepEqual } from '../json.ts';
import type { Deadline } from '../time.ts';
import { type Connection, type Item, keyOf } from './client.ts';
import { persist, placedChange, putOf, StaleDecision, setOf } from './commit.ts';
import type { SingleWrite } from './writes.ts';

/**
 * One conditional write without a transaction, at half the price. It has no token, so a retry looks
 * like the same write by another. Use it for values that nobody else writes, such as a lease with
 * its own token, or that may be written twice. When the condition fails and the item has these
 * values, a response was lost. It throws as `commit` does.
 */
export const writeOne = async (
  connection: Connection,
  logical: SingleWrite,
  deadline: Deadline,
): Promise<void> => {
  const [write = logical] = (
    await placedChange(connection.shards, { writes: [logical], conditions: [] })
  ).writes;
  return persist(
    (options) => send(connection, write, options),
    (error) => {
      if (error instanceof TransactionConflictException) return 'retry';
      if (!(error instanceof ConditionalCheckFailedException)) return undefined;
      // The document client converts responses, but not the items in errors.
      if (error.Item && isWritten(write, unmarshall(error.Item))) return 'done';
      throw write.onConflict ?? new StaleDecision();
    },
    deadline,
  );
};

const send = (
  { client }: Connection,
  write: SingleWrite,
  options: { readonly abortSignal: AbortSignal },
) => {
  if (write.kind === 'put')
    return client.send(new PutCommand(putOf(write.key, write.item, write.when, old)), options);
  return client.send(
    new UpdateCommand({ ...setOf(write), ReturnValuesOnConditionCheckFailure: old }),
    options,
  );
};

const old = 'ALL_OLD';

const isWritten = (write: SingleWrite, found: Item): boolean => {
  if (write.kind === 'put') return deepEqual(found, asRead({ ...write.item, ...keyOf(write.key) }));
  return Object.entries(write.values).every(([name, value]) => deepEqual(found[name], value));
};

/** The item as it is read: without undefined values at any depth, and with bytes as bytes. */
const asRead = (item: Item): Item => unmarshall(marshall(item, { removeUndefinedValues: true }));
