import { AwsError } from '../aws-error.ts';
import type { Engine } from '../engine.ts';
import type { EngineRecord } from './stream-record.ts';

/** Reads the stream of one table. */
export type StreamReader = {
  /** Arn of the stream in the engine: another one after the table was made anew. */
  readonly arn: string;
  /** Shards in an order in which parents come before their children; a table of one engine may have one or many. */
  shards(): Promise<readonly string[]>;
  /** The records after a sequence number, or from the oldest; `ended`: the shard is closed and this was all of it. */
  read(shard: string, after: string | undefined, limit: number): Promise<{ records: EngineRecord[]; ended: boolean }>;
};

/** A reader of the table's present stream; undefined where it has none. */
export const openStream = async (
  engine: Pick<Engine, 'call' | 'send'>,
  table: string,
): Promise<StreamReader | undefined> => {
  const { Table } = await engine.call<{ Table: { LatestStreamArn?: string } }>('DescribeTable', { TableName: table });
  const arn = Table.LatestStreamArn;
  if (arn === undefined) return undefined;
  const places = new Map<string, Place>();
  let known: { readonly shards: readonly string[]; readonly until: number } | undefined;
  return {
    arn,
    shards: async () => {
      if (!known || Date.now() > known.until)
        known = { shards: parentsFirst(await shardsOf(engine, arn)), until: Date.now() + shards_known_ms };
      return known.shards;
    },
    read: async (ShardId, after, Limit) => {
      // An iterator is good for one place and a quarter of an hour: asked for again only when we are elsewhere.
      const place = places.get(ShardId);
      places.delete(ShardId);
      const iterator = place && place.after === after ? place.iterator : await iteratorAt(engine, arn, ShardId, after);
      const { Records, NextShardIterator } = await ask<Got>(engine, 'GetRecords', { ShardIterator: iterator, Limit });
      const last = Records.at(-1)?.dynamodb.SequenceNumber ?? after;
      if (NextShardIterator != null) places.set(ShardId, { after: last, iterator: NextShardIterator });
      return { records: Records, ended: NextShardIterator == null };
    },
  };
};

/** Shards come and go by the hour. */
const shards_known_ms = 5000;

const shardsOf = async (engine: Pick<Engine, 'send'>, StreamArn: string): Promise<Shard[]> => {
  const shards: Shard[] = [];
  let from: string | undefined;
  do {
    const asked = { StreamArn, ...(from !== undefined && { ExclusiveStartShardId: from }) };
    const { StreamDescription } = await ask<Described>(engine, 'DescribeStream', asked);
    shards.push(...StreamDescription.Shards);
    from = StreamDescription.LastEvaluatedShardId;
  } while (from !== undefined);
  return shards;
};

type Place = { readonly after: string | undefined; readonly iterator: string };
type Shard = { readonly ShardId: string; readonly ParentShardId?: string };
type Described = {
  readonly StreamDescription: { readonly Shards: readonly Shard[]; readonly LastEvaluatedShardId?: string };
};
type Got = { readonly Records: EngineRecord[]; readonly NextShardIterator?: string | null };

const iteratorAt = async (
  engine: Pick<Engine, 'send'>,
  StreamArn: string,
  ShardId: string,
  after: string | undefined,
): Promise<string> => {
  const from =
    after === undefined
      ? { ShardIteratorType: 'TRIM_HORIZON' }
      : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
  const answer = await ask<{ ShardIterator: string }>(engine, 'GetShardIterator', { StreamArn, ShardId, ...from });
  return answer.ShardIterator;
};

const ask = async <T>(engine: Pick<Engine, 'send'>, operation: string, input: unknown): Promise<T> => {
  const { status, body } = await engine.send(`DynamoDBStreams_20120810.${operation}`, JSON.stringify(input));
  const output = JSON.parse(body.toString());
  if (status === 200) return output as T;
  throw new AwsError(status, String(output.__type).split('#').at(-1) ?? '', output.message ?? output.Message);
};

const parentsFirst = (shards: readonly Shard[]): string[] => {
  const ids = new Set(shards.map(({ ShardId }) => ShardId));
  const ordered = new Set<string>();
  const add = ({ ShardId, ParentShardId }: Shard): void => {
    const parent = shards.find((each) => each.ShardId === ParentShardId);
    if (parent && ids.has(parent.ShardId) && !ordered.has(parent.ShardId)) add(parent);
    ordered.add(ShardId);
  };
  for (const shard of shards) add(shard);
  return [...ordered];
};
