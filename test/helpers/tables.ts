import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  paginateScan,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { keyOf } from '../../functions/core/dynamodb/client.ts';
import {
  type ItemKey,
  keys,
  partitions,
  type TableName,
} from '../../functions/core/dynamodb/keys.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { chunksOf } from '../../functions/core/json.ts';
import { type EnvironmentName, environments, physicalName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import type { Any } from './printed-document.ts';
import { withText } from './with-text.ts';

/** Where AWS is called, and in whose name. */
type Operated = Pick<Local, 'endpoint' | 'operator'>;

/** Opens an environment's tables, as an operator sees them: past the API. */
export const tablesOf = (
  { endpoint, operator }: Operated,
  environment: EnvironmentName = 'sandbox',
) => {
  const plain = new DynamoDBClient({
    endpoint,
    region: environments[environment].region,
    credentials: operator,
  });
  // It would copy each input and output for a logger that logs nothing.
  plain.middlewareStack.remove('loggerMiddleware');
  const client = DynamoDBDocumentClient.from(plain);
  const place = (table: TableName) => ({ TableName: physicalName(environment, table) });
  const one = (key: ItemKey) => ({ Key: keyOf(key), ConsistentRead: true });
  const get = async (key: ItemKey): Promise<Any> =>
    withText(
      key.table,
      (await client.send(new GetCommand({ ...place(key.table), ...one(key) }))).Item,
    );
  const inBatches = async <W extends { readonly key: ItemKey }>(
    all: readonly W[],
    requestOf: (write: W) => object,
  ) => {
    for (const some of chunksOf(all, batch_items_max)) {
      const byTable = Map.groupBy(some, ({ key }) => place(key.table).TableName);
      const RequestItems = Object.fromEntries(
        [...byTable].map(([table, writes]) => [table, writes.map(requestOf)]),
      );
      await client.send(new BatchWriteCommand({ RequestItems }));
    }
  };
  const query = async (
    table: TableName,
    attribute: string,
    value: string,
    index: object,
  ): Promise<Any[]> => {
    const found: Any[] = [];
    const input = {
      ...place(table),
      ...index,
      KeyConditionExpression: '#key = :key',
      ExpressionAttributeNames: { '#key': attribute },
      ExpressionAttributeValues: { ':key': value },
    };
    for await (const { Items = [] } of paginateQuery({ client }, input)) found.push(...Items);
    return found.map((item) => withText(table, item));
  };
  const partition = (table: TableName, pk: string) =>
    query(table, 'pk', pk, { ConsistentRead: true });
  return {
    get,
    partition,
    /** Every item of a table, or those of one business. */
    items: async (table: TableName, tenant?: string): Promise<Any[]> => {
      const filter = tenant && {
        FilterExpression: 'begins_with(pk, :tenant) OR tenant_id = :tenant',
        ExpressionAttributeValues: { ':tenant': tenant },
      };
      const found: Any[] = [];
      const input = { ...place(table), ConsistentRead: true, ...filter };
      for await (const { Items = [] } of paginateScan({ client }, input)) found.push(...Items);
      return found.map((item) => withText(table, item));
    },
    /** Overwrites attributes of one item, as time or another's hand would have. */
    set: async (
      table: TableName,
      { pk, sk }: Any,
      values: Readonly<Record<string, unknown>>,
    ): Promise<void> => {
      const named = Object.entries(values);
      await client.send(
        new UpdateCommand({
          ...place(table),
          Key: sk === undefined ? { pk } : { pk, sk },
          UpdateExpression: `SET ${named.map((_, i) => `#n${i} = :v${i}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(named.map(([name], i) => [`#n${i}`, name])),
          ExpressionAttributeValues: Object.fromEntries(
            named.map(([, value], i) => [`:v${i}`, value]),
          ),
        }),
      );
    },
    /** Puts items, whatever was there. */
    put: (writes: readonly Write[]): Promise<void> => {
      const puts = writes.flatMap((write) => (write.kind === 'put' ? [write] : []));
      return inBatches(puts, ({ key, item }) => ({
        PutRequest: { Item: { ...item, ...keyOf(key) } },
      }));
    },
    /** Deletes items. */
    remove: (all: readonly ItemKey[]): Promise<void> => {
      const deletes = all.map((key) => ({ key }));
      return inBatches(deletes, ({ key }) => ({ DeleteRequest: { Key: keyOf(key) } }));
    },
    /** The events of one resource in the order of their sequence; `event` is the body that is signed and sent. */
    events: async (tenant: string, resourceId: string): Promise<Any[]> => {
      const index = { IndexName: 'by_resource' };
      const all = await query(
        'outbox',
        'resource_key',
        partitions.eventsOf(tenant, resourceId),
        index,
      );
      const found = await Promise.all(
        all.map(({ event_id }) => get(keys.event(tenant, String(event_id)))),
      );
      return found
        .map((event): Any => ({ ...event, reported: JSON.parse(event.body) }))
        .toSorted((one, other) => one.sequence - other.sequence);
    },
    /** Whether every event has been fanned out. */
    isDispatched: async (): Promise<boolean> =>
      (await client.send(new ScanCommand({ ...place('outbox'), IndexName: 'due', Limit: 1 })))
        .Count === 0,
    /** The stored item of an API key. */
    key: async (secret: string): Promise<Any> =>
      (await partition('access', createHash('sha256').update(secret).digest('hex')))[0],
    close: () => plain.destroy(),
  };
};

export type Tables = ReturnType<typeof tablesOf>;

const opened = new WeakMap<Operated, Map<EnvironmentName, Tables>>();

/** The tables of an environment, opened once for all that a test needs of them. */
export const storedIn = (local: Operated, environment: EnvironmentName = 'sandbox'): Tables => {
  const known = opened.get(local) ?? new Map<EnvironmentName, Tables>();
  opened.set(local, known);
  const tables = known.get(environment) ?? tablesOf(local, environment);
  known.set(environment, tables);
  return tables;
};

/** As many as DynamoDB takes at once. */
const batch_items_max = 25;
