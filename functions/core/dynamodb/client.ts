import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../api-error.ts';
import { chunksOf } from '../json.ts';
import { type ItemKey, keyAttributesOf, type TableName } from './keys.ts';
import { countThrottles, openDynamoDb } from './open.ts';
import { placedKeys, type ShardDirectory, shardDirectory, suffixesOf } from './shards.ts';

/** Between the first two attempts, doubling up to the longest, with jitter. */
const shortestPauseMs = 25;
const longestPauseMs = 800;

/** How long to wait after a failed attempt (0: the first), in milliseconds. */
export const pauseAfter = (attempt: number): number =>
  Math.random() * Math.min(longestPauseMs, shortestPauseMs * 2 ** attempt);

/** A stored item with its keys and index attributes. */
export type Item = Record<string, unknown>;

/** A partition of a table or of one of its indexes. */
export type Partition = {
  readonly table: TableName;
  readonly index?: string;
  readonly partition: string;
  /** A strongly consistent read: it costs twice as much, and no index has it. */
  readonly consistent?: boolean;
};

/** Part of a partition, newest first. */
export type Range = Partition & {
  /** The smallest sort key. */
  readonly from?: string | undefined;
  /** Only sort keys below this one. */
  readonly below?: string | undefined;
  /** Exact values of attributes; other items are read and left out. */
  readonly where?: Readonly<Record<string, string | boolean>> | undefined;
  /** Absent: newest first. */
  readonly order?: 'ascending';
  /** How many items to read at most. */
  readonly limit: number;
};

/** The result of one query. `last` is the sort key that it read up to; absent at the end of the partition. */
export type Found = { readonly items: Item[]; readonly last?: string };

/** Every read of DynamoDB. Changes go through commit.ts and write-one.ts. */
export type Database = {
  /** The item, read consistently. One round trip. */
  get(key: ItemKey): Promise<Item | undefined>;
  /**
   * The items in the order of the keys, read consistently. One request for each 100 different keys, all at once. Reads of
   * `eventuallyConsistent` tables cost half and can miss writes of the last second.
   */
  batch(
    keys: readonly ItemKey[],
    eventuallyConsistent?: readonly TableName[],
  ): Promise<(Item | undefined)[]>;
  /** One query, and for a business with write shards one of each at once. One round trip, rarely two. */
  query(range: Range): Promise<Found>;
};

/** The connection that reads and writes share. */
export type Connection = {
  readonly client: DynamoDBDocumentClient;
  readonly shards: ShardDirectory;
};

/** Opens DynamoDB. Once per process. */
export const connect = (): Connection => {
  const client = DynamoDBDocumentClient.from(countThrottles(openDynamoDb()), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return { client, shards: shardDirectory((key) => getAt(client, key)) };
};

/** Reads through a connection. */
export const database = (connection: Connection): Database => ({
  get: (key) => get(connection, key),
  batch: (keys, eventuallyConsistent) => batch(connection, keys, eventuallyConsistent),
  query: (range) => query(connection, range),
});

/** The physical name of a table, from `RESOURCES_TABLE` and so on. */
export const tableName = (table: TableName): string => {
  const variable = `${table.toUpperCase()}_TABLE`;
  const name = process.env[variable];
  if (!name)
    throw new Error(
      `${variable} is not set: this function does not declare permissions for ${table}`,
    );
  return name;
};

/** The key as DynamoDB takes it. */
export const keyOf = ({ pk, sk }: ItemKey) => (sk === undefined ? { pk } : { pk, sk });

const get = async ({ client, shards }: Connection, key: ItemKey) => {
  const [placed = key] = await placedKeys(shards, [key]);
  return getAt(client, placed);
};

const getAt = async (client: DynamoDBDocumentClient, key: ItemKey) => {
  const command = new GetCommand({
    TableName: tableName(key.table),
    Key: keyOf(key),
    ConsistentRead: true,
  });
  return (await client.send(command)).Item;
};

/** Requests of one batch until DynamoDB has returned every key. */
const rounds_max = 5;

/** Keys in one BatchGetItem. */
const keys_max = 100;

const batch = async (
  connection: Connection,
  logical: readonly ItemKey[],
  eventual: readonly TableName[] = [],
) => {
  const wanted = await placedKeys(connection.shards, logical);
  const different = new Map(wanted.map((key) => [idOf(tableName(key.table), key), key]));
  const chunks = chunksOf([...different.values()], keys_max);
  const read = await Promise.all(chunks.map((keys) => batchOf(connection, keys, eventual)));
  const found = new Map(
    read
      .flat()
      .flatMap(([table, items]) => items.map((item) => [idOf(table, item), item] as const)),
  );
  return wanted.map((key) => found.get(idOf(tableName(key.table), key)));
};

const idOf = (table: string, { pk, sk }: Item | ItemKey): string => `${table} ${pk} ${sk}`;

/** The items that one batch finds, by table, in any order. */
const batchOf = async (
  { client }: Connection,
  wanted: readonly ItemKey[],
  eventual: readonly TableName[],
) => {
  const found: [table: string, items: Item[]][] = [];
  let requests = Object.fromEntries(
    [...new Set(wanted.map(({ table }) => table))].map((table) => {
      const ofTable = wanted.filter((key) => key.table === table);
      return [
        tableName(table),
        { Keys: ofTable.map(keyOf), ConsistentRead: !eventual.includes(table) },
      ];
    }),
  );
  for (let round = 0; Object.keys(requests).length > 0; round++) {
    if (round === rounds_max) throw new ApiError('unavailable');
    if (round > 0) await pause(pauseAfter(round));
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetCommand({ RequestItems: requests }),
    );
    found.push(...Object.entries(Responses));
    requests = UnprocessedKeys as typeof requests;
  }
  return found;
};

const query = async (connection: Connection, range: Range): Promise<Found> => {
  const suffixes = await suffixesOf(connection.shards, range, range.below);
  if (suffixes.length === 1) return queryOne(connection, range);
  const ask = async (limit: number) => {
    const all = suffixes.map((suffix) => ({
      ...range,
      partition: `${range.partition}${suffix}`,
      limit,
    }));
    return mergedRange(range, await Promise.all(all.map((one) => queryOne(connection, one))));
  };
  const share = range.limit / suffixes.length;
  // A filter bounds what is read, so the shards divide it.
  if (range.where) return ask(Math.ceil(share));
  // Half as much again and eight more make a second round rare: the last character of an id is random.
  const first = await ask(Math.min(range.limit, Math.ceil(share * 1.5) + 8));
  return first.last === undefined || first.items.length >= range.limit ? first : ask(range.limit);
};

/**
 * The items that queries of all shards of a range found: down to where the first of them ended,
 * since below that one has more.
 */
const mergedRange = (range: Range, found: readonly Found[]): Found => {
  const { sort } = keyAttributesOf(range);
  const at = (item: Item | undefined) => String(item?.[sort]);
  const isBefore = (one: string, other: string) =>
    range.order === 'ascending' ? one < other : one > other;
  const ends = found
    .flatMap(({ last }) => last ?? [])
    .toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  const [end] = ends;
  const items = found
    .flatMap((one) => one.items)
    .filter((item) => end === undefined || !isBefore(end, at(item)))
    .toSorted((one, other) => (isBefore(at(one), at(other)) ? -1 : 1));
  if (items.length > range.limit) {
    const kept = items.slice(0, range.limit);
    return { items: kept, last: at(kept.at(-1)) };
  }
  return end === undefined ? { items } : { items, last: end };
};

const queryOne = async ({ client }: Connection, range: Range): Promise<Found> => {
  const { sort } = keyAttributesOf(range);
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      ...queryOf(range),
      Limit: range.limit + (range.from && range.below ? 1 : 0),
    }),
  );
  const items = Items.filter((item) => item[sort] !== range.below);
  return LastEvaluatedKey ? { items, last: String(LastEvaluatedKey[sort]) } : { items };
};

const queryOf = (range: Omit<Range, 'limit'>) => {
  const { partition, sort } = keyAttributesOf(range);
  const bounds = boundsOf(range);
  const where = Object.entries(range.where ?? {});
  return {
    TableName: tableName(range.table),
    IndexName: range.index,
    KeyConditionExpression: `#partition = :partition${bounds}`,
    ...(where.length > 0 && {
      FilterExpression: where.map((_, i) => `#w${i} = :w${i}`).join(' AND '),
    }),
    ExpressionAttributeNames: {
      '#partition': partition,
      ...(bounds && { '#sort': sort }),
      ...Object.fromEntries(where.map(([name], i) => [`#w${i}`, name])),
    },
    ExpressionAttributeValues: {
      ':partition': range.partition,
      ...(range.from && { ':from': range.from }),
      ...(range.below && { ':below': range.below }),
      ...Object.fromEntries(where.map(([, value], i) => [`:w${i}`, value])),
    },
    ScanIndexForward: range.order === 'ascending',
    ConsistentRead: range.consistent ?? false,
  };
};

/** DynamoDB takes one condition on the sort key, and its BETWEEN includes both ends: a query reads the upper end and leaves it out. */
const boundsOf = ({ from, below }: Pick<Range, 'from' | 'below'>) => {
  if (from && below) return ' AND #sort BETWEEN :from AND :below';
  if (from) return ' AND #sort >= :from';
  return below ? ' AND #sort < :below' : '';
};
