import { setTimeout as pause } from 'node:timers/promises';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ApiError } from '../domain/api-error.ts';
import { systemClock } from '../runtime/clock.ts';
import { cutOffAt, type Deadline } from '../runtime/deadline.ts';
import { pauseAfter } from './backoff.ts';
import type { Change } from './change.ts';
import type { Connection, Item } from './database.ts';
import { isCutOff, isOutage } from './outage.ts';
import { transactionOf } from './transaction.ts';

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
 * The one place that writes, with commit-alone.ts: every change is one transaction. Conflicts, throttles and lost answers are
 * tried again with the same token, so they never act twice, until the deadline; then `unavailable`, or `timeout` if AWS did
 * not answer. Throws AlreadyDone, a write's `unless`, StaleDecision, ApiError('unavailable' or 'timeout').
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
