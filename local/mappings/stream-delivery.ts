import type { Destinations } from '../destinations.ts';
import type { Invoke, Invoked } from '../invoke-later.ts';
import { inPayloads } from './batches.ts';
import { failedItems } from './item-failures.ts';
import { happenedAt, type StreamRecord, sequenceOf } from './stream-record.ts';
import type { StreamSettings } from './stream-settings.ts';
import type { Switch } from './switch.ts';

/** Brings records of one shard to the function, in order, until each is done with or given up. */
export type StreamDelivery = {
  /**
   * `done` is called with sequence numbers up to which all is over. False: the mapping ended, or the function could not
   * be run, before all of it was.
   */
  deliver(shard: string, records: readonly StreamRecord[], done: (sequence: string) => void): Promise<boolean>;
};

export type DeliveryOptions = {
  readonly settings: StreamSettings;
  readonly state: Switch;
  readonly invoke: Invoke;
  readonly destinations: Destinations;
};

/** With the retries, halving and destination that the mapping declares. */
export const createStreamDelivery = (options: DeliveryOptions): StreamDelivery => ({
  deliver: async (shard, records, done) => {
    for (const batch of inPayloads(records)) {
      if (!(await deliver({ ...options, shard, done }, batch, 1))) return false;
    }
    return true;
  },
});

type Course = DeliveryOptions & { readonly shard: string; readonly done: (sequence: string) => void };
type Batch = readonly StreamRecord[];

const deliver = async (course: Course, batch: Batch, tries: number): Promise<boolean> => {
  const { settings, state } = course;
  const young = batch.filter((record) => Date.now() - happenedAt(record) <= settings.age_ms_max);
  const old = batch.slice(0, batch.length - young.length);
  if (old.length > 0) giveUp(course, old, 'RecordAgeExceeded', tries, undefined);
  if (young.length === 0) return true;
  const invoke = () => course.invoke(settings.functionName, { Records: young }).catch(() => undefined);
  const outcome = await state.unlessEnded(invoke);
  if (!outcome) return false;
  const failed = failedItems(outcome, young.map(sequenceOf), settings.reportsItemFailures);
  const first = failed === 'all' ? 0 : young.findIndex((record) => failed.has(sequenceOf(record)));
  if (first !== 0) course.done(sequenceOf((first < 0 ? young : young.slice(0, first)).at(-1) as StreamRecord));
  if (first < 0) return true;
  // What has got further is tried afresh: the first that failed may never have had its turn before.
  return retry(course, young.slice(first), first > 0 ? 1 : tries, outcome);
};

const retry = async (course: Course, batch: Batch, tries: number, outcome: Invoked): Promise<boolean> => {
  const { settings, state } = course;
  if (settings.bisects && batch.length > 1) {
    // Halving does not count as a try.
    const middle = Math.ceil(batch.length / 2);
    await state.sleep(pauseAfter(tries));
    return (await deliver(course, batch.slice(0, middle), tries)) && deliver(course, batch.slice(middle), tries);
  }
  if (tries > settings.retries_max) {
    giveUp(course, batch, 'RetryAttemptsExhausted', tries, outcome);
    return true;
  }
  await state.sleep(pauseAfter(tries));
  return deliver(course, batch, tries + 1);
};

const first_pause_ms = 100;
const pause_ms_max = 10_000;

const pauseAfter = (tries: number): number => Math.min(pause_ms_max, first_pause_ms * 2 ** Math.min(tries - 1, 16));

const giveUp = (course: Course, batch: Batch, condition: string, tries: number, outcome: Invoked | undefined): void => {
  const { settings, destinations } = course;
  if (settings.failures !== undefined) {
    const report = reportOf(course, batch, condition, tries, outcome);
    destinations.send(settings.functionName, settings.failures, report);
  }
  course.done(sequenceOf(batch.at(-1) as StreamRecord));
};

/** Where the given up records stand in the stream, as Lambda tells it; the records themselves are not told. */
const reportOf = (course: Course, batch: Batch, condition: string, tries: number, outcome: Invoked | undefined) => {
  const [first, last] = [batch[0] as StreamRecord, batch.at(-1) as StreamRecord];
  return {
    requestContext: {
      requestId: outcome?.requestId ?? '',
      functionArn: course.settings.functionArn,
      condition,
      approximateInvokeCount: tries,
    },
    ...(outcome && {
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: outcome.functionError ?? null },
    }),
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId: course.shard,
      startSequenceNumber: sequenceOf(first),
      endSequenceNumber: sequenceOf(last),
      approximateArrivalOfFirstRecord: new Date(happenedAt(first)).toISOString(),
      approximateArrivalOfLastRecord: new Date(happenedAt(last)).toISOString(),
      batchSize: batch.length,
      streamArn: course.settings.sourceArn,
    },
  };
};
