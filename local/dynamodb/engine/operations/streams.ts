import { AwsError, validationError } from '../../../errors.ts';
import type { TableShape } from '../store/shapes.ts';
import type { Store } from '../store/store.ts';
import { numbersOf, recordsAfter, trimRecords, type WrittenRecord } from '../store/stream.ts';
import {
  assertConstraints,
  assertKnown,
  both,
  characters,
  number,
  oneOf,
  present,
  type RequestMembers,
} from './constraints.ts';

type StreamTable = TableShape & { readonly stream: NonNullable<TableShape['stream']> };

const streams_max = 100;

/** The streams that there are, or that of a table. */
export const listStreams = (store: Store, input: RequestMembers): object => {
  assertKnown('ListStreams', input, ['TableName', 'Limit', 'ExclusiveStartStreamArn']);
  assertConstraints(input, [
    ['TableName', characters(1, 255)],
    ['Limit', number(1, streams_max)],
  ]);
  const from = input.ExclusiveStartStreamArn;
  const all = streamTables(store).filter(
    ({ name }) => input.TableName == null || name === input.TableName,
  );
  const behind =
    typeof from === 'string'
      ? all.slice(all.findIndex(({ stream }) => stream.arn === from) + 1)
      : all;
  const limit = typeof input.Limit === 'number' ? input.Limit : streams_max;
  const shown = behind.slice(0, limit);
  return {
    Streams: shown.map(({ name, stream }) => ({
      StreamArn: stream.arn,
      TableName: name,
      StreamLabel: labelOf(stream.arn),
    })),
    ...(behind.length > limit && { LastEvaluatedStreamArn: shown.at(-1)?.stream.arn }),
  };
};

const streamTables = ({ tables }: Store): StreamTable[] =>
  tables.names().flatMap((name) => {
    const shape = tables.shape(name);
    return shape.stream ? [shape as StreamTable] : [];
  });

const labelOf = (arn: string): string => arn.split('/stream/')[1] ?? '';

const streamAt = (store: Store, arn: unknown): StreamTable => {
  const found = streamTables(store).find(({ stream }) => stream.arn === arn);
  if (!found)
    throw new AwsError(
      400,
      'ResourceNotFoundException',
      `Requested resource not found: Stream: ${arn} not found`,
    );
  return found;
};

/** A stream has one shard, which never closes. */
const shardOf = ({ id }: TableShape): string => `shardId-${String(id).padStart(20, '0')}-00000001`;

/** Describes a stream. */
export const describeStream = (store: Store, input: RequestMembers): object => {
  assertKnown('DescribeStream', input, ['StreamArn', 'Limit', 'ExclusiveStartShardId']);
  assertConstraints(input, [['StreamArn', present]]);
  const table = streamAt(store, input.StreamArn);
  const StartingSequenceNumber = sequenceOf(numbersOf(store.database, table).first);
  return {
    StreamDescription: {
      StreamArn: table.stream.arn,
      StreamLabel: labelOf(table.stream.arn),
      StreamStatus: 'ENABLED',
      StreamViewType: table.stream.view,
      TableName: table.name,
      CreationRequestDateTime: (store.tables.find(table.name)?.state.created_ms ?? 0) / 1000,
      KeySchema: store.tables.find(table.name)?.state.definition.KeySchema,
      Shards:
        input.ExclusiveStartShardId == null
          ? [{ ShardId: shardOf(table), SequenceNumberRange: { StartingSequenceNumber } }]
          : [],
    },
  };
};

/** As long as those of DynamoDB at least are. */
const sequenceOf = (number: number): string => String(number).padStart(21, '0');

const kinds = ['TRIM_HORIZON', 'LATEST', 'AT_SEQUENCE_NUMBER', 'AFTER_SEQUENCE_NUMBER'];

/** Where reading begins, as a word that only GetRecords reads. */
export const getShardIterator = (store: Store, input: RequestMembers): object => {
  assertKnown('GetShardIterator', input, [
    'StreamArn',
    'ShardId',
    'ShardIteratorType',
    'SequenceNumber',
  ]);
  assertConstraints(input, [
    ...([
      ['StreamArn', present],
      ['ShardId', present],
    ] as const),
    ['ShardIteratorType', both(present, oneOf(...kinds))],
  ]);
  const table = streamAt(store, input.StreamArn);
  if (input.ShardId !== shardOf(table))
    throw new AwsError(
      400,
      'ResourceNotFoundException',
      'Requested resource not found: Shard does not exist',
    );
  return { ShardIterator: iteratorOf(table, positionOf(store, table, input)) };
};

/** The number of the last record before the position. */
const positionOf = (
  { database }: Store,
  table: TableShape,
  { ShardIteratorType: kind, SequenceNumber }: RequestMembers,
): number => {
  const { first, last } = numbersOf(database, table);
  if (kind === 'LATEST') return last;
  if (kind === 'TRIM_HORIZON') return first - 1;
  if (typeof SequenceNumber !== 'string' || !/^\d{1,40}$/.test(SequenceNumber))
    throw validationError(`A SequenceNumber is present with ShardIteratorType ${kind}`);
  const wanted = Number(SequenceNumber);
  const position = kind === 'AT_SEQUENCE_NUMBER' ? wanted - 1 : wanted;
  if (position < first - 1) throw trimmed();
  return position;
};

const trimmed = (): AwsError =>
  new AwsError(
    400,
    'TrimmedDataAccessException',
    'The operation attempted to read past the oldest stream record in a shard.',
  );

const iteratorOf = ({ stream }: TableShape, number: number): string => `${stream?.arn}|1|${number}`;

const records_max = 1_000;

/** Records that follow an iterator. */
export const getRecords = (store: Store, input: RequestMembers): object => {
  assertKnown('GetRecords', input, ['ShardIterator', 'Limit']);
  assertConstraints(input, [
    ['ShardIterator', present],
    ['Limit', number(1, records_max)],
  ]);
  const [, arn, position] = /^(.+)\|1\|(\d+)$/.exec(String(input.ShardIterator)) ?? [];
  if (arn === undefined) throw validationError('Invalid ShardIterator');
  const table = streamAt(store, arn);
  if (Number(position) < numbersOf(store.database, table).first - 1) throw trimmed();
  const limit = typeof input.Limit === 'number' ? input.Limit : records_max;
  const records = recordsAfter(store.database, table, Number(position), limit);
  const last = records.at(-1)?.number ?? Number(position);
  return { Records: records.map(recordOf), NextShardIterator: iteratorOf(table, last) };
};

const recordOf = ({ number: id, eventName, dynamodb, ...rest }: WrittenRecord): object => ({
  eventID: String(id).padStart(32, '0'),
  eventName,
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'us-east-1',
  dynamodb: { ...dynamodb, SequenceNumber: sequenceOf(id) },
  ...rest,
});

/** Deletes up to `portion` records of a table that were written before a time and lie before a number; how many. */
export const trimStream = (
  store: Store,
  name: string,
  limits: { readonly before_ms: number; readonly beforeNumber: number },
  portion: number,
): number => {
  const table = store.tables.find(name)?.shape;
  if (!table?.stream) return 0;
  return store.database.transaction(() =>
    trimRecords(store.database, table, limits.before_ms, limits.beforeNumber, portion),
  );
};
