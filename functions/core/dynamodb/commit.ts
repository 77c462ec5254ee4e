import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ApiError } from '../api-error.ts';
import { isCutOff, isOutage } from '../client-settings.ts';
import { cutOffAt, type Deadline, systemClock } from '../time.ts';
import { type Connection, type Item, keyOf, pauseAfter, tableName } from './client.ts';
import type { ItemKey } from './keys.ts';
import { throttledReasons } from './open.ts';
import {
  epochsOf,
  indexesOf,
  isLogical,
  type KnownEpochs,
  placedKey,
  type ShardDirectory,
  suffixOf,
} from './shards.ts';
import { type Change, type Condition, has, isNew, setAndRemoved, type Write } from './writes.ts';

/** A change as a request to DynamoDB. The idempotency record is first, and so is its cancellation reason. One token for all attempts. */
export const transactionOf = (
  { writes, conditions, record }: Change,
  now: Date,
): TransactWriteCommandInput => ({
  ClientRequestToken: randomUUID(),
  TransactItems: [
    ...(record ? [{ Put: putOf(record.key, record.item, isNewOrExpired(now), 'ALL_OLD') }] : []),
    ...writes.map(writeOf),
    ...conditions.map((one) => ({
      ConditionCheck: {
        TableName: tableName(one.key.table),
        Key: keyOf(one.key),
        ...expressionOf('absent' in one ? isNew : has(one.attribute, one.is)),
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

/** The input of an update. */
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
  const attributes = [
    ...set.map(([name], i) => [`#s${i}`, name]),
    ...removed.map((name, i) => [`#r${i}`, name]),
  ];
  const merged = {
    ...conditionValues,
    ...Object.fromEntries(set.map(([, value], i) => [`:s${i}`, value])),
  };
  return {
    UpdateExpression: clauses.join(' '),
    ConditionExpression: expression,
    ExpressionAttributeNames: { ...names, ...Object.fromEntries(attributes) },
    ...(Object.keys(merged).length > 0 && { ExpressionAttributeValues: merged }),
  };
};

/** The input of a put. */
export const putOf = (
  key: ItemKey,
  item: Item,
  when: Condition,
  old: 'ALL_OLD' | 'NONE' = 'NONE',
) => ({
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

/** An expired record counts as none: DynamoDB deletes it some time later. */
const isNewOrExpired = (now: Date): Condition => ({
  expression: 'attribute_not_exists(pk) OR expires_at_s < :now',
  values: { ':now': Math.floor(now.getTime() / 1000) },
});

/** A condition failed: what was read has changed, so read and decide again. */
export class StaleDecision extends Error {}

/** The idempotency record exists: this request has had its effect. */
export class AlreadyDone extends Error {
  readonly record: Item;
  constructor(record: Item) {
    super('already done');
    this.record = record;
  }
}

/**
 * Writes a change in one transaction. Conflicts, throttles and lost responses are retried with the same token, which has no
 * second effect, until the deadline; then it throws `unavailable`, or `timeout` if AWS did not respond. It also throws
 * AlreadyDone, the `onConflict` of a write, and StaleDecision.
 */
export const commit = async (
  connection: Connection,
  change: Change,
  deadline: Deadline,
): Promise<void> => {
  const input = transactionOf(await placedChange(connection.shards, change), deadline.now);
  return persist(
    (options) => connection.client.send(new TransactWriteCommand(input), options),
    (error) => {
      if (!(error instanceof TransactionCanceledException)) return undefined;
      throwReason(error, change);
      return 'retry';
    },
    deadline,
  );
};

type Send = (options: { readonly abortSignal: AbortSignal }) => Promise<unknown>;

/** The meaning of a write's error: retry, or the write is done; undefined when it means neither. */
type Reading = (error: unknown) => 'retry' | 'done' | undefined;

/** Sends until there is a response or the deadline passes; `read` throws what the caller gets. */
export const persist = async (send: Send, read: Reading, { deadline }: Deadline): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    if (clock.now().getTime() >= deadline) throw new ApiError('timeout');
    let noResponse = false;
    try {
      // After the deadline the caller has a response, and nothing more may be sent, not by the SDK either.
      await cutOffAt(deadline, clock, (abortSignal) => send({ abortSignal }));
      return;
    } catch (error) {
      const meaning = read(error);
      if (meaning === 'done') return;
      if (meaning === undefined && !isOutage(error)) throw error;
      noResponse = isCutOff(error) || (error instanceof Error && error.name === 'TimeoutError');
    }
    const delay = pauseAfter(attempt);
    if (clock.now().getTime() + delay > deadline - sdk_retries_ms)
      throw noResponse
        ? new ApiError('timeout')
        : new ApiError('unavailable', { retry_after_seconds: 1 });
    await pause(delay);
  }
};

const clock = systemClock();

/** The time for the SDK's own retries of a throttled call: with less left, the caller would get a timeout. */
const sdk_retries_ms = 2_000;

/** Throws what the cancellation means; returns when a retry can help. */
const throwReason = (
  error: TransactionCanceledException,
  { writes, conditions, record }: Change,
) => {
  const reasons = error.CancellationReasons ?? [];
  const failed = (position: number) => reasons[position]?.Code === 'ConditionalCheckFailed';
  // The document client converts responses, but not the items in errors.
  if (record && failed(0)) throw new AlreadyDone(unmarshall(reasons[0]?.Item ?? {}));
  const first = record ? 1 : 0;
  writes.forEach(({ onConflict }, position) => {
    if (onConflict && failed(first + position)) throw onConflict;
  });
  if (reasons.some((_, position) => failed(position))) throw new StaleDecision();
  const transient = reasons.some(({ Code }) => Code !== undefined && transientReasons.has(Code));
  if (!transient)
    throw new Error(
      `transaction of ${writes.length + conditions.length} items canceled: ${codesOf(reasons)}`,
    );
};

const transientReasons = new Set(['TransactionConflict', ...throttledReasons]);

const codesOf = (reasons: { Code?: string | undefined }[]) =>
  reasons.map(({ Code }) => Code ?? 'None').join(', ');

/** Attempts while what was read keeps changing, where neither a deadline nor another number is given. */
const attempts_max = 5;

/** How long a decision is made again: until a deadline or so many times, never both. */
type Bound<T> = (
  | {
      /** Until so short before this moment (milliseconds since 1970) that one more attempt can end. */
      readonly deadline: Deadline['deadline'];
      readonly times?: never;
    }
  | { readonly times?: number; readonly deadline?: never }
) & {
  /** The result after that; by default it throws `unavailable`. */
  readonly exhausted?: () => T;
};

/**
 * Reads, decides and commits; again while somebody else changes what was read. One of many
 * concurrent commits wins each time, so a number of attempts is no bound for a request: a request
 * goes on until its deadline.
 */
export const retryOnConflict = async <T>(
  attempt: () => Promise<T>,
  bound: Bound<T> = {},
): Promise<T> => {
  const { deadline, times = attempts_max, exhausted = unavailable } = bound;
  const isOver = (attempts: number, delay: number): boolean =>
    deadline === undefined
      ? attempts >= times
      : clock.now().getTime() + delay > deadline - sdk_retries_ms;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleDecision)) throw error;
    }
    // With jitter, so that the others do not conflict again.
    const delay = pauseAfter(attempts);
    if (isOver(attempts, delay)) return exhausted();
    await pause(delay);
  }
};

const unavailable = (): never => {
  throw new ApiError('unavailable', { retry_after_seconds: 1 });
};

/** A change with the partitions of its shards: in every key, and in the attributes that sharded indexes have as theirs. */
export const placedChange = async <W extends Write>(
  shards: ShardDirectory,
  { writes, conditions, record }: Omit<Change, 'writes'> & { readonly writes: readonly W[] },
) => {
  const concerned = [
    ...writes.filter((write) => isLogical(write.key) || listedBy(write).length > 0),
    ...conditions.filter(({ key }) => isLogical(key)),
  ];
  const epochs = await epochsOf(
    shards,
    concerned.map(({ key }) => key),
  );
  return {
    record,
    writes: writes.map((write) => placedWrite(write, epochs)),
    conditions: conditions.map((one) => ({ ...one, key: placedKey(one.key, epochs) })),
  };
};

const placedWrite = <W extends Write>(write: W, epochs: KnownEpochs): W => {
  const key = placedKey(write.key, epochs);
  const names = listedBy(write);
  if (names.length === 0 || write.kind === 'delete') return { ...write, key };
  const suffix = suffixOf(write.key, epochs);
  const values = write.kind === 'put' ? write.item : write.values;
  const placed = {
    ...values,
    ...Object.fromEntries(names.map((name) => [name, `${values[name]}${suffix}`])),
  };
  return { ...write, key, [write.kind === 'put' ? 'item' : 'values']: placed };
};

/** The attributes of a write that are partitions of sharded indexes. */
const listedBy = (write: Write): string[] => {
  if (write.kind === 'delete') return [];
  const values = write.kind === 'put' ? write.item : write.values;
  return Object.values(indexesOf(write.key.table)).flatMap(({ partition, sharded }) =>
    sharded && typeof values[partition] === 'string' ? [partition] : [],
  );
};
