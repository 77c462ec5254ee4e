import { randomUUID } from 'node:crypto';
import type { InvocationOutcome } from '../functions/outcome.ts';
import { batchOutcomeOf, type MappingContext, payloadOf } from './batch.ts';
import type { Loop } from './loop.ts';
import type { StreamMapping } from './settings.ts';
import type { Position, StreamEntry } from './stream-reader.ts';
import type { Windows } from './tumbling-window.ts';

/** The state that processing a batch needs. */
export type BatchState = {
  readonly mapping: StreamMapping;
  readonly loop: Loop;
  readonly context: MappingContext;
  readonly confirm: (position: Position) => void;
  readonly windows: Windows;
};

/**
 * Invokes the function until it has processed every record or the record is given up; false when the loop was stopped
 * before that. A failed batch is halved where the mapping bisects, and goes on at the first failed record where the
 * function reports one.
 */
export const processBatch = async (
  state: BatchState,
  batch: readonly StreamEntry[],
): Promise<boolean> => {
  const { mapping, loop, context, confirm, windows } = state;
  let [left, attempts] = [batch, 0];
  while (await loop.runs()) {
    left = withoutAged(state, left, attempts);
    if (left.length === 0) return true;
    const texts = left.map(({ text }) => text);
    const outcome = await context.invoke(mapping.of.name, payloadOf(texts, windows.members()));
    // The machine ends the function with itself, and that is no failure of a record.
    if (loop.isStopped) return false;
    attempts += 1;
    const sequences = new Set(left.map(({ sequence }) => sequence));
    const result = windows.keep(outcome, batchOutcomeOf(outcome, sequences, mapping.reportsItems));
    const done = result.kind === 'thrown' ? 0 : firstFailed(left, result.failed);
    const last = left[done - 1];
    if (last) {
      confirm(last.position);
      [left, attempts] = [left.slice(done), 0];
    } else if (result.kind === 'thrown' && mapping.bisects && left.length > 1) {
      const middle = Math.ceil(left.length / 2);
      if (!(await processBatch(state, left.slice(0, middle)))) return false;
      [left, attempts] = [left.slice(middle), 0];
    } else if (attempts > mapping.retries_max) {
      giveUp(state, left, { condition: 'RetryAttemptsExhausted', attempts, outcome });
      return true;
    } else await loop.sleep(pauseAfter(attempts));
  }
  return false;
};

/** Invokes the function once more for the open window, which is over; false when the loop was stopped before that. */
export const endWindow = async ({
  mapping,
  loop,
  context,
  windows,
}: BatchState): Promise<boolean> => {
  let attempts = 0;
  while (windows.isOpen() && (await loop.runs())) {
    const outcome = await context.invoke(mapping.of.name, payloadOf([], windows.members('final')));
    if (loop.isStopped) return false;
    attempts += 1;
    const isDone = windows.keep(outcome, batchOutcomeOf(outcome, new Set(), false)).kind === 'done';
    if (isDone || attempts > mapping.retries_max) windows.close();
    else await loop.sleep(pauseAfter(attempts));
  }
  return !windows.isOpen();
};

/** How many records come before the first that failed. */
const firstFailed = (entries: readonly StreamEntry[], failed: ReadonlySet<string>): number => {
  const at = entries.findIndex(({ sequence }) => failed.has(sequence));
  return at < 0 ? entries.length : at;
};

const pauseAfter = (attempts: number): number =>
  Math.min(retry_ms_max, retry_ms_min * 2 ** (attempts - 1));

const retry_ms_min = 100;
const retry_ms_max = 10_000;

/** Gives up what is older than the mapping allows: the oldest come first. */
const withoutAged = (
  state: BatchState,
  entries: readonly StreamEntry[],
  attempts: number,
): readonly StreamEntry[] => {
  const before = Date.now() - state.mapping.age_ms_max;
  const young = entries.findIndex(({ created_ms }) => created_ms >= before);
  const aged = young < 0 ? entries : entries.slice(0, young);
  giveUp(state, aged, { condition: 'RecordAgeExceeded', attempts });
  return entries.slice(aged.length);
};

type Failure = {
  readonly condition: 'RetryAttemptsExhausted' | 'RecordAgeExceeded';
  readonly attempts: number;
  readonly outcome?: InvocationOutcome | undefined;
};

/** Sends the numbers of records to the mapping's destination, as on AWS without what they hold, and confirms them. */
const giveUp = (
  { mapping, confirm }: BatchState,
  entries: readonly StreamEntry[],
  failure: Failure,
): void => {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return;
  const { condition, attempts, outcome } = failure;
  const message = {
    requestContext: {
      requestId: outcome?.requestId ?? randomUUID(),
      functionArn: `${mapping.of.arn}:$LATEST`,
      condition,
      approximateInvokeCount: attempts,
    },
    ...(outcome && {
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        ...(outcome.functionError && { functionError: outcome.functionError }),
      },
    }),
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: first.position.shard,
      startSequenceNumber: first.sequence,
      endSequenceNumber: last.sequence,
      approximateArrivalOfFirstRecord: new Date(first.created_ms).toISOString(),
      approximateArrivalOfLastRecord: new Date(last.created_ms).toISOString(),
      batchSize: entries.length,
      streamArn: mapping.streamArn,
    },
  };
  mapping.onFailure?.send(JSON.stringify(message));
  confirm(last.position);
};
