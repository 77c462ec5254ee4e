import { tableDefinition } from '../bin/start/table-definitions.ts';
import { keyOf, tableName } from '../functions/core/dynamodb/client.ts';
import { type TableName, tables } from '../functions/core/dynamodb/keys.ts';
import type { Write } from '../functions/core/dynamodb/writes.ts';
import { type Core, openCore } from '../local/dynamodb/engine/core.ts';
import { serveCore } from '../local/dynamodb/engine/http.ts';
import { AwsError } from '../local/errors.ts';
import { attributesOf, itemOf } from '../test/helpers/document-commands.ts';
import '../test/helpers/table-names.ts';

/** The cost of calls in capacity units, and how many writes failed on their condition. */
export type Spent = {
  read: number;
  counters_read: number;
  queries: number;
  written: number;
  writes: number;
  refused: number;
};

/** The service's tables on the engine of this machine. */
export const openTables = (file: string | undefined): Core => {
  const core = openCore({ file });
  for (const table of Object.keys(tables) as TableName[])
    core.call('CreateTable', tableDefinition(table, tableName(table)));
  return core;
};

const batch_items = 25;

/** Puts items past the API, in this order. The streams have each. */
export const putAll = (core: Core, writes: readonly Write[]): void => {
  let batch: Record<string, { readonly PutRequest: { readonly Item: object } }[]> = {};
  let [size, keys] = [0, new Set<string>()];
  const send = () => {
    if (size > 0) core.call('BatchWriteItem', { RequestItems: batch });
    [batch, size, keys] = [{}, 0, new Set()];
  };
  for (const write of writes) {
    if (write.kind !== 'put') throw new Error(`${write.kind} is no put`);
    const key = JSON.stringify(write.key);
    // One batch takes each key once.
    if (size === batch_items || keys.has(key)) send();
    const Item = attributesOf({ ...write.item, ...keyOf(write.key) });
    const table = tableName(write.key.table);
    batch[table] = [...(batch[table] ?? []), { PutRequest: { Item } }];
    keys.add(key);
    size += 1;
  }
  send();
};

/** Every item of a list. */
export function* itemsIn(
  core: Core,
  of: { readonly table: TableName; readonly index?: string; readonly partition: string },
): Generator<Record<string, unknown>> {
  const attribute = of.index
    ? (tables[of.table].indexes as Record<string, { partition: string }>)[of.index]?.partition
    : 'pk';
  let ExclusiveStartKey: object | undefined;
  do {
    const found = core.call<{ Items: object[]; LastEvaluatedKey?: object }>('Query', {
      TableName: tableName(of.table),
      ...(of.index && { IndexName: of.index }),
      KeyConditionExpression: '#partition = :partition',
      ExpressionAttributeNames: { '#partition': attribute },
      ExpressionAttributeValues: { ':partition': { S: of.partition } },
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    });
    yield* found.Items.map(itemOf);
    ExclusiveStartKey = found.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}

const everything = {
  before_ms: Number.POSITIVE_INFINITY,
  beforeNumber: Number.POSITIVE_INFINITY,
};

/** Reads one table's stream from where it was read to, and forgets what it has read. */
export const streamOf = (core: Core, table: TableName) => {
  const TableName = tableName(table);
  const { Streams } = core.call<{ Streams: { StreamArn: string }[] }>('ListStreams', { TableName });
  const StreamArn = Streams.at(-1)?.StreamArn ?? '';
  const { StreamDescription } = core.call<{
    StreamDescription: { Shards: { ShardId: string }[] };
  }>('DescribeStream', { StreamArn });
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  let iterator: string | undefined;
  return {
    arn: `arn:aws:dynamodb:eu-west-1:000000000000:table/${TableName}/stream/now`,
    /** The next records; none at the end. */
    next: <Record>(): Record[] => {
      iterator ??= core.call<{ ShardIterator: string }>('GetShardIterator', {
        StreamArn,
        ShardId,
        ShardIteratorType: 'TRIM_HORIZON',
      }).ShardIterator;
      const found = core.call<{ Records: Record[]; NextShardIterator: string }>('GetRecords', {
        ShardIterator: iterator,
      });
      iterator = found.NextShardIterator;
      core.trim(TableName, everything, found.Records.length);
      return found.Records;
    },
  };
};

const nothing = (): Spent => ({
  read: 0,
  counters_read: 0,
  queries: 0,
  written: 0,
  writes: 0,
  refused: 0,
});

/** Serves the tables to one program, adds up the cost of its calls, and can end the program at one of them. */
export const meteredTables = async (core: Core) => {
  const spent = nothing();
  let callsLeft = Number.POSITIVE_INFINITY;
  let end = (): void => {};
  let isBefore = false;
  const call = <T>(operation: string, input: unknown): T => {
    callsLeft -= 1;
    if (callsLeft <= 0) end();
    // A program that ended before its call was sent has not written.
    if (callsLeft <= 0 && isBefore) throw new AwsError(500, 'InternalServerError', 'ended');
    const isWrite = !['Query', 'BatchGetItem', 'GetItem'].includes(operation);
    try {
      const answer = core.call<Answered>(operation, {
        ...(input as object),
        ReturnConsumedCapacity: 'TOTAL',
      });
      const units = [answer.ConsumedCapacity ?? []]
        .flat()
        .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      spent[isWrite ? 'written' : 'read'] += units;
      if (isWrite) spent.writes += 1;
      if (operation === 'Query' && (input as QueryInput).TableName === tableName('counters')) {
        spent.counters_read += units;
        spent.queries += 1;
      }
      return answer as T;
    } catch (error) {
      // DynamoDB charges a write whose condition fails as one that is made, and the engine of this machine does not.
      if (error instanceof AwsError && error.code === 'ConditionalCheckFailedException') {
        spent.refused += 1;
        spent.written += Math.ceil(JSON.stringify(error.members.Item ?? {}).length / 1024) || 1;
      }
      throw error;
    }
  };
  const served = await serveCore({ ...core, call }, 0);
  return {
    port: served.port,
    stop: served.stop,
    /** The costs since the last time. */
    spent: (): Spent => {
      const before = { ...spent };
      Object.assign(spent, nothing());
      return before;
    },
    /** Ends the program at its nth call from now on, before or after the call has its effect. */
    endAt: (calls: number, before: boolean, kill: () => void): void => {
      [callsLeft, isBefore, end] = [calls, before, kill];
    },
    endAtNone: (): void => {
      callsLeft = Number.POSITIVE_INFINITY;
    },
  };
};

type Answered = { readonly ConsumedCapacity?: Capacity | readonly Capacity[] };
type QueryInput = { readonly TableName?: string };
type Capacity = { readonly CapacityUnits?: number };
