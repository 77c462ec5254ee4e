import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ApiError } from '../api-error.ts';
import { cutOffAt, type Deadline, systemClock } from '../time.ts';
import { type Connection, type Item, keyOf, pauseAfter, tableName } from './client.ts';
import type { ItemKey } from './keys.ts';
import { isCutOff, isOutage } from './outage.ts';
import { type Change, type Condition, has, isNew, setAndRemoved, type Write } from './writes.ts';

/** A change as DynamoDB takes it; the idempotency record comes first, so that its reason does too. One token for all tries. */
export const transactionOf = ({ writes, conditions, record }: Change, now: Date): TransactWriteCommandInput => ({
  ClientRequestToken: randomUUID(),
  TransactItems: [
    ...(record ? [{ Put: putOf(record.key, record.item, isNewOrExpired(now), 'ALL_OLD') }] : []),
    ...writes.map(writeOf),
    ...conditions.map((fact) => ({
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

/** Somebody changed what the decision rested on: read and decide again. */
export class StaleDecision extends Error {}

/** The idempotency record was there already: this request has had its effect. */
export class AlreadyDone extends Error {
  readonly record: Item;
  constructor(record: Item) {
    super('already done');
    this.record = record;
  }
}

/**
 * One of the two ways to write: every change is one transaction. write-one.ts is the other. Conflicts, throttles and lost
 * answers are tried again with the same token, so they never act twice, until the deadline; then `unavailable`, or `timeout`
 * if AWS did not answer. Throws AlreadyDone, a write's `unless`, StaleDecision, ApiError('unavailable' or 'timeout').
 */
export const commit = (connection: Connection, change: Change, deadline: Deadline): Promise<void> => {
  const input = transactionOf(change, deadline.now);
  return persist(
    (options) => connection.client.send(new TransactWriteCommand(input), options),
    (error) => {
      if (!(error instanceof TransactionCanceledException)) return undefined;
      refuse(error, change);
      return 'again';
    },
    deadline,
  );
};

type Send = (options: { readonly abortSignal: AbortSignal }) => Promise<unknown>;

/** What an answer that is an error means: try again, or all is as it should be; undefined where it says nothing of that. */
type Reading = (error: unknown) => 'again' | 'done' | undefined;

/** Sends until it is answered or the deadline comes; `read` throws what the caller is to hear. */
export const persist = async (send: Send, read: Reading, { deadline }: Deadline): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    if (clock.now().getTime() >= deadline) throw new ApiError('timeout');
    let unanswered = false;
    try {
      // Past the deadline the caller has his answer, and nothing may be sent any more, not by the SDK either.
      await cutOffAt(deadline, clock, (abortSignal) => send({ abortSignal }));
      return;
    } catch (error) {
      const said = read(error);
      if (said === 'done') return;
      if (said === undefined && !isOutage(error)) throw error;
      unanswered = isCutOff(error) || (error instanceof Error && error.name === 'TimeoutError');
    }
    const delay = pauseAfter(attempt);
    if (clock.now().getTime() + delay > deadline - triesMs)
      throw unanswered ? new ApiError('timeout') : new ApiError('unavailable', { retry_after_seconds: 1 });
    await pause(delay);
  }
};

const clock = systemClock();

/** What the SDK's own tries of a throttled call may take: with less left, the caller would hear of a timeout. */
const triesMs = 2_000;

/** Leaves with what the cancellation means; comes back when trying again can help. */
const refuse = (error: TransactionCanceledException, { writes, conditions, record }: Change) => {
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
    throw new Error(`transaction of ${writes.length + conditions.length} items cancelled: ${codesOf(reasons)}`);
};

const transientReasons = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const codesOf = (reasons: { Code?: string | undefined }[]) => reasons.map(({ Code }) => Code ?? 'None').join(', ');
