import type { DynamoDBRecord } from 'aws-lambda';
import { countedResources } from '../functions/app/jobs/triggers.ts';
import { deliverySortKey } from '../functions/core/dynamodb/keys.ts';
import { idPrefixes } from '../functions/core/ids.ts';
import type { Core } from '../local/dynamodb/engine/core.ts';
import type { Counting, Death } from './counters-process.ts';
import { streamOf } from './counters-tables.ts';

type Feed = {
  readonly random: () => number;
  /** At most so many records in an invocation. */
  readonly batch_records: number;
  /** A shard ends after so many records, and its child goes on. */
  readonly shard_records: number;
};

type Batch = { readonly records: readonly DynamoDBRecord[]; readonly shardId: string };

/** One of the shards that a table has at a time. */
type Lane = { readonly name: string; read: number; last: Batch | undefined };

/** How often something went wrong on the way from the streams to the counters. */
export type Mishaps = { batches: number; killed: number; repeated: number; late: number };

const timeout_ms = 60_000;
const lanes_count = 2;

/**
 * Feeds the counting functions from the streams as Lambda does, and worse: batches come twice, in parts and late, and
 * processes are killed at any call.
 */
export const feedFrom = (core: Core, workers: readonly Counting[], feed: Feed) => {
  const { random } = feed;
  const mishaps: Mishaps = { batches: 0, killed: 0, repeated: 0, late: 0 };
  const streams = (['resources', 'deliveries'] as const).map((table) => ({
    table,
    stream: streamOf(core, table),
    lanes: Array.from(
      { length: lanes_count },
      (_, nth): Lane => ({ name: `${table}-${nth}`, read: 0, last: undefined }),
    ),
  }));
  let changes = 0;

  const deliver = async (
    worker: Counting,
    eventSourceARN: string,
    { records, shardId }: Batch,
    death?: Death,
  ) => {
    mishaps.batches += 1;
    const event = { Records: records, shardId, eventSourceARN, state: {} };
    return worker.invoke({ job: 'count', event, timeout_ms }, death);
  };

  const feedLane = async (
    worker: Counting,
    arn: string,
    lane: Lane,
    records: readonly DynamoDBRecord[],
  ) => {
    const shardId = `shardId-${lane.name}-${Math.floor(lane.read / feed.shard_records)}`;
    const batch = { records, shardId };
    const happens = random();
    if (happens < 0.1)
      for (let kills = 1 + Math.floor(random() * 2); kills > 0; kills -= 1) {
        const death = { calls: 1 + Math.floor(random() * 8), before: random() < 0.5 };
        if (!(await deliver(worker, arn, batch, death))) mishaps.killed += 1;
      }
    else if (happens < 0.2) {
      const part = records.slice(0, Math.ceil(random() * records.length));
      await deliver(worker, arn, { ...batch, records: part });
      mishaps.repeated += 1;
    } else if (happens < 0.25 && lane.last) {
      await deliver(worker, arn, lane.last);
      mishaps.late += 1;
    }
    await deliver(worker, arn, batch);
    lane.last = batch;
    lane.read += records.length;
    changes += records.length;
  };

  /** Counts all that the streams have. */
  const drain = async (): Promise<void> => {
    for (const { table, stream, lanes } of streams)
      for (;;) {
        const found = stream.next<DynamoDBRecord>();
        if (found.length === 0) break;
        const wanted = Map.groupBy(found.filter(filters[table]), laneOf);
        for (let from = 0; from < found.length; from += feed.batch_records)
          await Promise.all(
            lanes.map(async (lane, nth) => {
              const batch = (wanted.get(nth) ?? []).slice(from, from + feed.batch_records);
              const worker = workers[nth];
              if (batch.length > 0 && worker) await feedLane(worker, stream.arn, lane, batch);
            }),
          );
      }
  };

  /** The last batch of each shard once more. */
  const again = async (): Promise<void> => {
    for (const { stream, lanes } of streams)
      for (const [nth, { last }] of lanes.entries()) {
        const worker = workers[nth];
        if (last && worker) await deliver(worker, stream.arn, last);
      }
  };
  return { drain, again, mishaps, changes: () => changes };
};

/** The shard of an item, by the last character of its id, as if the items were in several partitions. */
const laneOf = ({ dynamodb }: DynamoDBRecord): number => {
  const { pk, sk } = dynamodb?.Keys ?? {};
  const id = String(sk?.S === deliverySortKey ? pk?.S : sk?.S);
  return id.charCodeAt(id.length - 1) % lanes_count;
};

/** The records that the mappings of count-changes let through. */
const filters: Readonly<Record<'resources' | 'deliveries', (record: DynamoDBRecord) => boolean>> = {
  resources: ({ eventName, dynamodb }) =>
    countedResources.some(
      ({ kind, names }) =>
        names.some((name) => name === eventName) &&
        String(dynamodb?.Keys?.sk?.S).startsWith(`${idPrefixes[kind]}_`),
    ),
  deliveries: ({ dynamodb }) => dynamodb?.Keys?.sk?.S === deliverySortKey,
};
