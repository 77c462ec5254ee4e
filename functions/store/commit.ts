import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Failure } from '../domain/failure.ts';
import { type Connection, type Item, keyOf, tableName } from './database.ts';
import { isOutage } from './outage.ts';
import type { ItemKey } from './table.ts';

/** What must hold of an item at the commit. `unless` is what is refused when it does not; without it the decision is stale. */
type Guard = { readonly when: Condition; readonly unless?: Failure };

/** One item written. */
export type Write =
  | ({ readonly kind: 'put'; readonly key: ItemKey; readonly item: Item } & Guard)
  | ({ readonly kind: 'delete'; readonly key: ItemKey } & Guard)
  | ({ readonly kind: 'set'; readonly key: ItemKey; readonly values: Item } & Guard);

/** A fact that a decision rests on and does not write: this attribute of that item still has this value. */
export type Fact = { readonly key: ItemKey; readonly attribute: string; readonly is: string | number };

/** A replay record as it is put, and as it comes back when it was there already. */
export type ReplayRecord = { readonly key: ItemKey; readonly item: Item };

/** One change of the world: all of it or nothing. */
export type Change = {
  readonly writes: readonly Write[];
  /** Every fact the decision read and does not write. There is no default: a commit names what it rests on. */
  readonly facts: readonly Fact[];
  readonly record?: ReplayRecord | undefined;
};

/** How long a commit may try: the frozen moment of the request, and when to give up (milliseconds since 1970). */
export type Patience = { readonly now: Date; readonly deadline: number };

type Condition = { readonly expression: string; readonly names?: Record<string, string>; readonly values?: Item };

/** The item does not exist yet. */
export const isNew: Condition = { expression: 'attribute_not_exists(pk)' };

/** The item exists. */
export const exists: Condition = { expression: 'attribute_exists(pk)' };

/** The item is as it was read. */
export const asRead = (version: number): Condition => ({
  expression: '#version = :read',
  names: { '#version': 'version' },
  values: { ':read': version },
});

/** The item belongs to this owner. */
export const has = (attribute: string, value: string | number): Condition => ({
  expression: '#attribute = :value',
  names: { '#attribute': attribute },
  values: { ':value': value },
});

const isNewOrExpired = (now: Date): Condition => ({
  expression: 'attribute_not_exists(pk) OR expires_at_s < :now',
  values: { ':now': Math.floor(now.getTime() / 1000) },
});

/** Somebody changed what the decision rested on: read and decide again. */
export class StaleDecision extends Error {}

/** The replay record was there already: this request has had its effect. */
export class AlreadyDone extends Error {
  readonly record: Item;
  constructor(record: Item) {
    super('already done');
    this.record = record;
  }
}

/**
 * The one place that writes: every change is one transaction. Conflicts, throttles and lost answers are tried again with
 * the same token, so they never act twice, until the deadline; then `unavailable`.
 * Throws AlreadyDone, a write's `unless`, StaleDecision, Failure('unavailable').
 */
export const commit = async (connection: Connection, change: Change, patience: Patience): Promise<void> => {
  const input = transactionOf(change, patience.now);
  for (let attempt = 0; ; attempt++) {
    try {
      await connection.client.send(new TransactWriteCommand(input));
      return;
    } catch (error) {
      if (error instanceof TransactionCanceledException) refuse(error, change);
      else if (!isOutage(error)) throw error;
    }
    const delay = Math.random() * Math.min(longestPauseMs, shortestPauseMs * 2 ** attempt);
    if (Date.now() + delay > patience.deadline - roundTripMs)
      throw new Failure('unavailable', { retry_after_seconds: 1 });
    await pause(delay);
  }
};

/** Between the first two tries, doubling up to the longest; the whole is jittered so that racers part. */
const shortestPauseMs = 25;
const longestPauseMs = 800;
/** Kept free at the end for the answer of the last try. */
const roundTripMs = 300;

/** Leaves with what the cancellation means; comes back when trying again can help. */
const refuse = (error: TransactionCanceledException, { writes, facts, record }: Change) => {
  const reasons = error.CancellationReasons ?? [];
  const failed = (position: number) => reasons[position]?.Code === 'ConditionalCheckFailed';
  // The document client translates answers, but not what comes back in errors.
  if (record && failed(0)) throw new AlreadyDone(unmarshall(reasons[0]?.Item ?? {}));
  const first = record ? 1 : 0;
  writes.forEach(({ unless }, position) => {
    if (unless && failed(first + position)) throw unless;
  });
  if (reasons.some((_, position) => failed(position))) throw new StaleDecision();
  const transient = reasons.some(({ Code }) => Code !== undefined && transientReasons.has(Code));
  if (!transient)
    throw new Error(`transaction of ${writes.length + facts.length} items cancelled: ${codesOf(reasons)}`);
};

const transientReasons = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const codesOf = (reasons: { Code?: string | undefined }[]) => reasons.map(({ Code }) => Code ?? 'None').join(', ');

const transactionOf = ({ writes, facts, record }: Change, now: Date): TransactWriteCommandInput => ({
  ClientRequestToken: randomUUID(),
  TransactItems: [
    ...(record ? [putOf(record.key, record.item, isNewOrExpired(now), 'ALL_OLD')] : []),
    ...writes.map(writeOf),
    ...facts.map(({ key, attribute, is }) => ({
      ConditionCheck: { TableName: tableName(key.table), Key: keyOf(key), ...expressionOf(has(attribute, is)) },
    })),
  ],
});

const writeOf = (write: Write) => {
  const { key, when } = write;
  if (write.kind === 'put') return putOf(key, write.item, when);
  const target = { TableName: tableName(key.table), Key: keyOf(key) };
  if (write.kind === 'delete') return { Delete: { ...target, ...expressionOf(when) } };
  const values = Object.entries(write.values);
  const { names, values: conditionValues } = when;
  return {
    Update: {
      ...target,
      UpdateExpression: `SET ${values.map((_, i) => `#s${i} = :s${i}`).join(', ')}`,
      ConditionExpression: when.expression,
      ExpressionAttributeNames: { ...names, ...Object.fromEntries(values.map(([name], i) => [`#s${i}`, name])) },
      ExpressionAttributeValues: {
        ...conditionValues,
        ...Object.fromEntries(values.map(([, value], i) => [`:s${i}`, value])),
      },
    },
  };
};

const putOf = (key: ItemKey, item: Item, when: Condition, old: 'ALL_OLD' | 'NONE' = 'NONE') => ({
  Put: {
    TableName: tableName(key.table),
    Item: { ...item, ...keyOf(key) },
    ReturnValuesOnConditionCheckFailure: old,
    ...expressionOf(when),
  },
});

const expressionOf = ({ expression, names, values }: Condition) => ({
  ConditionExpression: expression,
  ...(names && { ExpressionAttributeNames: names }),
  ...(values && { ExpressionAttributeValues: values }),
});
