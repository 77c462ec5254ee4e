import { AwsError } from '../aws-error.ts';
import type { Engine } from '../engine.ts';

/** A place in a stream: after a record, or without one at the beginning of its shard. */
export type Position = { readonly stream: string; readonly shard: string; readonly sequence?: string };

/** A record as the engine tells it. */
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
  /** Where the stream begins. */
  beginning(): Promise<Position>;
  /** Where it ends now. */
  end(): Promise<Position>;
  /** Up to so many records that follow a position; with none, the position may still be a later one. */
  after(position: Position, max: number): Promise<{ records: StreamRecord[]; position: Position }>;
};

/** A reader of the table's stream; rejects where it has none. */
export const openStream = async (engine: Engine, table: string): Promise<StreamReader> => {
  const { Streams } = await call<Listed>(engine, 'ListStreams', { TableName: table });
  const stream = Streams.at(-1)?.StreamArn;
  if (stream === undefined) throw new Error(`The table ${table} has no stream.`);
  const course: Course = { engine, stream };
  const beginning = async (): Promise<Position> => ({ stream, shard: (await shardsOf(course))[0] ?? '' });
  const after: StreamReader['after'] = async (position, max) => {
    // A stream that was made anew knows nothing of places in the one before, and all of it is unread.
    const from = position.stream === stream ? position : await beginning();
    try {
      return await readOn(course, from, max);
    } catch (error) {
      delete course.next;
      throw error;
    }
  };
  return { beginning, after, end: () => endFrom(beginning, after) };
};

type Course = {
  readonly engine: Engine;
  readonly stream: string;
  /** The iterator that goes on where the last read ended. */
  next?: { readonly at: string; readonly iterator: string };
};

type Listed = { readonly Streams: readonly { readonly StreamArn: string }[] };
type Described = { readonly StreamDescription: { readonly Shards: readonly { readonly ShardId: string }[] } };
type Found = { readonly Records: StreamRecord[]; readonly NextShardIterator?: string | null };

/** GetRecords answers at most so many. */
const read_max = 1_000;

const call = async <T>(engine: Engine, operation: string, input: unknown): Promise<T> => {
  const { status, body } = await engine.send(`DynamoDBStreams_20120810.${operation}`, JSON.stringify(input));
  const output = JSON.parse(body.toString());
  if (status === 200) return output as T;
  throw new AwsError(status, String(output.__type).split('#').at(-1) ?? '', output.message ?? output.Message);
};

/** Oldest first. */
const shardsOf = async ({ engine, stream }: Course): Promise<string[]> => {
  const { StreamDescription } = await call<Described>(engine, 'DescribeStream', { StreamArn: stream });
  return StreamDescription.Shards.map(({ ShardId }) => ShardId);
};

/** Where what follows is forgotten already, with the oldest that there is, as Lambda does. */
const readOn: typeof read = async (course, from, max) => {
  try {
    return await read(course, from, max);
  } catch (error) {
    // DynamoDB Local also says it of where a stream was read while nothing was in it, once something is.
    if (!(error instanceof AwsError) || error.code !== 'TrimmedDataAccessException') throw error;
    delete course.next;
    return await read(course, { stream: from.stream, shard: from.shard }, max);
  }
};

const read = async (course: Course, from: Position, max: number) => {
  const known = course.next?.at === JSON.stringify(from) ? course.next.iterator : undefined;
  const ShardIterator = known ?? (await iteratorAt(course, from));
  const Limit = Math.min(max, read_max);
  const found = await call<Found>(course.engine, 'GetRecords', { ShardIterator, Limit });
  const last = found.Records.at(-1)?.dynamodb.SequenceNumber;
  const position = last === undefined ? from : { ...from, sequence: last };
  if (found.NextShardIterator) {
    course.next = { at: JSON.stringify(position), iterator: found.NextShardIterator };
    return { records: found.Records, position };
  }
  // A closed shard: what follows is in the next one. The engine of this machine has one that never closes.
  const shards = await shardsOf(course);
  const shard = shards[shards.indexOf(from.shard) + 1];
  return { records: found.Records, position: shard === undefined ? position : { stream: course.stream, shard } };
};

const iteratorAt = async ({ engine, stream }: Course, { shard, sequence }: Position): Promise<string> => {
  const { ShardIterator } = await call<{ readonly ShardIterator: string }>(engine, 'GetShardIterator', {
    StreamArn: stream,
    ShardId: shard,
    ...(sequence === undefined
      ? { ShardIteratorType: 'TRIM_HORIZON' }
      : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequence }),
  });
  return ShardIterator;
};

/** By reading it all: only a record's number, not an iterator, is a place that can be kept. */
const endFrom = async (beginning: StreamReader['beginning'], after: StreamReader['after']): Promise<Position> => {
  let position = await beginning();
  for (;;) {
    const found = await after(position, read_max);
    if (found.records.length === 0 && found.position.shard === position.shard) return position;
    position = found.position;
  }
};
