import type { Engine } from '../dynamodb/engine.ts';
import { AwsError } from '../errors.ts';

/** A position in a stream: after a record, or without one at the beginning of its shard. */
export type Position = {
  readonly stream: string;
  readonly shard: string;
  readonly sequence?: string;
};

/** A record for the function. */
export type StreamEntry = {
  readonly position: Position;
  readonly sequence: string;
  readonly created_ms: number;
  readonly text: string;
};

/** A record as the engine writes it. */
export type StreamRecord = {
  readonly eventName: string;
  readonly eventVersion: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly ApproximateCreationDateTime: number;
    readonly [member: string]: unknown;
  };
  readonly userIdentity?: unknown;
};

/** Reads the stream of one table. */
export type StreamReader = {
  beginning(): Promise<Position>;
  end(): Promise<Position>;
  /** Up to so many records that follow a position; with none, the position may still be a later one. */
  after(position: Position, max: number): Promise<{ records: StreamRecord[]; position: Position }>;
};

/** A reader of the table's stream; rejects where it has none. */
export const openStream = async (engine: Engine, table: string): Promise<StreamReader> => {
  const { Streams } = await engine.call<Listed>('ListStreams', { TableName: table });
  const stream = Streams.at(-1)?.StreamArn;
  if (stream === undefined) throw new Error(`The table ${table} has no stream.`);
  const state: State = { engine, stream };
  const beginning = async (): Promise<Position> => ({
    stream,
    shard: (await shardsOf(state))[0] ?? '',
  });
  const after: StreamReader['after'] = async (position, max) => {
    // A new stream knows no positions of the one before, and all of it is unread.
    const from = position.stream === stream ? position : await beginning();
    try {
      return await readOn(state, from, max);
    } catch (error) {
      delete state.next;
      throw error;
    }
  };
  return { beginning, after, end: () => endFrom(beginning, after) };
};

type State = {
  readonly engine: Engine;
  readonly stream: string;
  next?: { readonly at: string; readonly iterator: string };
};

type Listed = { readonly Streams: readonly { readonly StreamArn: string }[] };
type Described = {
  readonly StreamDescription: { readonly Shards: readonly { readonly ShardId: string }[] };
};
type Found = { readonly Records: StreamRecord[]; readonly NextShardIterator?: string | null };

const records_max = 1_000;

const shardsOf = async ({ engine, stream }: State): Promise<string[]> => {
  const { StreamDescription } = await engine.call<Described>('DescribeStream', {
    StreamArn: stream,
  });
  return StreamDescription.Shards.map(({ ShardId }) => ShardId);
};

/** Where the next records are trimmed already, reading goes on at the oldest, as Lambda does. */
const readOn: typeof read = async (state, from, max) => {
  try {
    return await read(state, from, max);
  } catch (error) {
    // DynamoDB Local also answers this for a position in a stream that was empty then and is not any more.
    if (!(error instanceof AwsError) || error.code !== 'TrimmedDataAccessException') throw error;
    delete state.next;
    return await read(state, { stream: from.stream, shard: from.shard }, max);
  }
};

const read = async (state: State, from: Position, max: number) => {
  const known = state.next?.at === JSON.stringify(from) ? state.next.iterator : undefined;
  const ShardIterator = known ?? (await iteratorAt(state, from));
  const Limit = Math.min(max, records_max);
  const found = await state.engine.call<Found>('GetRecords', { ShardIterator, Limit });
  const last = found.Records.at(-1)?.dynamodb.SequenceNumber;
  const position = last === undefined ? from : { ...from, sequence: last };
  if (found.NextShardIterator) {
    state.next = { at: JSON.stringify(position), iterator: found.NextShardIterator };
    return { records: found.Records, position };
  }
  // A closed shard: later records are in the next one. The engine of this machine has one that never closes.
  const shards = await shardsOf(state);
  const shard = shards[shards.indexOf(from.shard) + 1];
  return {
    records: found.Records,
    position: shard === undefined ? position : { stream: state.stream, shard },
  };
};

const iteratorAt = async (
  { engine, stream }: State,
  { shard, sequence }: Position,
): Promise<string> => {
  const { ShardIterator } = await engine.call<{ readonly ShardIterator: string }>(
    'GetShardIterator',
    {
      StreamArn: stream,
      ShardId: shard,
      ...(sequence === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequence }),
    },
  );
  return ShardIterator;
};

/** By reading all of it: only a record's number, not an iterator, can be kept. */
const endFrom = async (
  beginning: StreamReader['beginning'],
  after: StreamReader['after'],
): Promise<Position> => {
  let position = await beginning();
  for (;;) {
    const found = await after(position, records_max);
    if (found.records.length === 0 && found.position.shard === position.shard) return position;
    position = found.position;
  }
};
