import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  type KeysAndAttributes,
  PutItemCommand,
  paginateScan,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { type TableName, tables } from '../../../functions/core/dynamodb/keys.ts';
import { chunksOf } from '../../../functions/core/json.ts';
import { type EnvironmentName, physicalName } from '../../../lib/environments.ts';
import type { Target } from '../../start/target.ts';
import { areEqual, type Item, type Pair, unchanged, withShards } from './differences.ts';

/** The tables that are restored together: a change, its event and its idempotency record are in several. */
export const restoredTables = [
  'resources',
  'outbox',
  'deliveries',
  'idempotency',
  'issuer',
  'access',
] as const;

/** Tables of an environment beside those that DynamoDB restored as `{name}{suffix}`. */
export type Restoration = {
  readonly client: DynamoDBClient;
  readonly environment: EnvironmentName;
  readonly suffix: string;
  /** Only the items of this business: those whose partition begins with its id, or whose `tenant_id` it is. */
  readonly tenant: string | undefined;
};

/** A client that waits as long as DynamoDB throttles. */
export const clientOf = ({ config }: Target): DynamoDBClient =>
  new DynamoDBClient({ ...config, maxAttempts: 10 });

/** Throws unless these tables were restored, all to the same second. */
export const assertRestored = async (
  restoration: Restoration,
  names: readonly TableName[],
): Promise<void> => {
  const found = await Promise.all(names.map((table) => described(restoration, table)));
  const seconds = new Set(
    found.map(({ RestoreSummary }) => RestoreSummary?.RestoreDateTime?.getTime()),
  );
  if (seconds.size > 1)
    throw new Error(
      'The tables were restored to different times. Restore all of them to the same second.',
    );
};

const described = async (
  { client, environment, suffix }: Restoration,
  table: TableName,
): Promise<TableDescription> => {
  const TableName = `${physicalName(environment, table)}${suffix}`;
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.TableStatus === 'ACTIVE') return Table;
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  throw new Error(
    `The table ${TableName} does not exist, or its restore has not finished. Restore it, or wait.`,
  );
};

/** Compares every item of a table, in both directions. `handle` gets each pair once, some at a time. */
export const compareTable = async (
  restoration: Restoration,
  table: TableName,
  handle: (pairs: readonly Pair[]) => Promise<void>,
): Promise<void> => {
  const current = physicalName(restoration.environment, table);
  const restored = `${current}${restoration.suffix}`;
  await scan(restoration, restored, async (items) => {
    const others = await sameKeys(restoration, table, current, items);
    await handle(
      items.map((item) => withShards({ restored: item, current: others.get(keyText(item)) })),
    );
  });
  await scan(restoration, current, async (items) => {
    const others = await sameKeys(restoration, table, restored, items);
    await handle(
      items
        .filter((item) => !others.has(keyText(item)))
        .map((item) => withShards({ current: item })),
    );
  });
};

const scan = async (
  { client, tenant }: Restoration,
  TableName: string,
  handle: (items: readonly Item[]) => Promise<void>,
): Promise<void> => {
  const ofTenant = tenant !== undefined && {
    FilterExpression: 'begins_with(pk, :partition) OR tenant_id = :tenant',
    ExpressionAttributeValues: { ':partition': { S: `${tenant}/` }, ':tenant': { S: tenant } },
  };
  const segment = async (Segment: number): Promise<void> => {
    const input = {
      TableName,
      ConsistentRead: true,
      Segment,
      TotalSegments: segments,
      ...ofTenant,
    };
    for await (const { Items = [] } of paginateScan({ client }, input))
      for (const items of chunksOf(Items, keys_max)) await handle(items);
  };
  await Promise.all(Array.from({ length: segments }, (_, at) => segment(at)));
};

/** Readers of a table at once. */
const segments = 8;

/** Keys in one BatchGetItem. */
const keys_max = 100;

/** The items of a table with the keys of these, by their key. */
const sameKeys = async (
  { client }: Restoration,
  table: TableName,
  name: string,
  items: readonly Item[],
): Promise<Map<string, Item>> => {
  const found = new Map<string, Item>();
  let asked: Record<string, KeysAndAttributes> = {
    [name]: { Keys: items.map((item) => keyOf(table, item)), ConsistentRead: true },
  };
  for (let round = 0; Object.keys(asked).length > 0; round++) {
    // DynamoDB answers 16 MB at most, and less where it throttles.
    if (round > 0) await pause(Math.min(2_000, 50 * 2 ** round));
    const { Responses = {}, UnprocessedKeys = {} } = await client.send(
      new BatchGetItemCommand({ RequestItems: asked }),
    );
    for (const item of Responses[name] ?? []) found.set(keyText(item), item);
    asked = UnprocessedKeys;
  }
  return found;
};

const keyOf = (table: TableName, { pk, sk }: Item) => ({
  ...(pk && { pk }),
  ...(tables[table].sort && sk && { sk }),
});

/** The key of an item as a text. */
export const keyText = ({ pk, sk }: Item): string =>
  [pk?.S, sk?.S].filter((part) => part !== undefined).join(' ');

/**
 * Makes the item of the service what the restored one is, if it is still what was compared; false where it is not. A call that the SDK sends again after a lost answer finds its own effect.
 */
export const copyItem = async (
  { client, environment }: Restoration,
  table: TableName,
  pair: Pair,
): Promise<boolean> => {
  const { restored, current = {} } = pair;
  const guarded = {
    TableName: physicalName(environment, table),
    ...unchanged(table, pair),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  try {
    if (restored) await client.send(new PutItemCommand({ ...guarded, Item: { ...restored } }));
    else await client.send(new DeleteItemCommand({ ...guarded, Key: keyOf(table, current) }));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const { Item: now } = error;
    return restored && now ? areEqual(restored, now) : restored === now;
  }
};
