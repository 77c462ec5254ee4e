import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../../functions/chunks.ts';
import { keyOf } from '../../functions/dynamodb/client.ts';
import { type ItemKey, keys, partitions, type TableName } from '../../functions/dynamodb/keys.ts';
import type { Write } from '../../functions/dynamodb/writes.ts';
import { type EnvironmentName, environments, physicalName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import type { Any } from './printed-document.ts';

/** The tables behind the service, as an operator sees them. */
export type Tables = {
  get(key: ItemKey): Promise<Any>;
  /** Changes one attribute of an item behind the service's back. */
  set(key: ItemKey, attribute: string, value: unknown): Promise<void>;
  /** Puts items, whatever was there. */
  put(writes: readonly Write[]): Promise<void>;
  /** Deletes items. */
  remove(keys: readonly ItemKey[]): Promise<void>;
  /** The events of one resource in the order of their sequence; `told` is the body that is signed and sent. */
  events(tenant: string, resourceId: string): Promise<Any[]>;
  close(): void;
};

/** Opens an environment's tables. */
export const tablesOf = (
  { endpoint, operator }: Pick<Local, 'endpoint' | 'operator'>,
  environment: EnvironmentName = 'sandbox',
): Tables => {
  const plain = new DynamoDBClient({ endpoint, region: environments[environment].region, credentials: operator });
  const client = DynamoDBDocumentClient.from(plain);
  const place = (table: TableName) => ({ TableName: physicalName(environment, table) });
  const get = async (key: ItemKey): Promise<Any> =>
    (await client.send(new GetCommand({ ...place(key.table), Key: keyOf(key), ConsistentRead: true }))).Item;
  const inBatches = async <W extends { readonly key: ItemKey }>(all: readonly W[], requestOf: (write: W) => object) => {
    for (const some of chunksOf(all, batch_items_max)) {
      const byTable = Map.groupBy(some, ({ key }) => place(key.table).TableName);
      const RequestItems = Object.fromEntries([...byTable].map(([table, writes]) => [table, writes.map(requestOf)]));
      await client.send(new BatchWriteCommand({ RequestItems }));
    }
  };
  return {
    get,
    set: async (key, attribute, value) => {
      await client.send(
        new UpdateCommand({
          ...place(key.table),
          Key: keyOf(key),
          UpdateExpression: 'SET #attribute = :value',
          ExpressionAttributeNames: { '#attribute': attribute },
          ExpressionAttributeValues: { ':value': value },
        }),
      );
    },
    put: (writes) => {
      const puts = writes.flatMap((write) => (write.kind === 'put' ? [write] : []));
      return inBatches(puts, ({ key, item }) => ({ PutRequest: { Item: { ...item, ...keyOf(key) } } }));
    },
    remove: (all) =>
      inBatches(
        all.map((key) => ({ key })),
        ({ key }) => ({ DeleteRequest: { Key: keyOf(key) } }),
      ),
    events: async (tenant, resourceId) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          ...place('outbox'),
          IndexName: 'by_resource',
          KeyConditionExpression: 'resource_key = :key',
          ExpressionAttributeValues: { ':key': partitions.eventsOf(tenant, resourceId) },
        }),
      );
      const found = await Promise.all(Items.map(({ event_id }) => get(keys.event(tenant, String(event_id)))));
      return found
        .map((event): Any => ({ ...event, told: JSON.parse(event.body) }))
        .toSorted((one, other) => one.sequence - other.sequence);
    },
    close: () => plain.destroy(),
  };
};

const opened = new WeakMap<Local, Map<EnvironmentName, Tables>>();

/** The tables of an environment, opened once for all that a test needs of them. */
export const theTables = (local: Local, environment: EnvironmentName): Tables => {
  const known = opened.get(local) ?? new Map<EnvironmentName, Tables>();
  opened.set(local, known);
  const tables = known.get(environment) ?? tablesOf(local, environment);
  known.set(environment, tables);
  return tables;
};

/** As many as DynamoDB takes at once. */
const batch_items_max = 25;
