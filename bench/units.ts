import {
  type AttributeValue,
  type ConsumedCapacity,
  DynamoDBClient,
  PutItemCommand,
  paginateScan,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { environments, physicalName } from '../lib/environments.ts';
import type { Local } from '../local/start.ts';

/** Write units by table and by `table.index`. */
export type Units = Readonly<Record<string, number>>;

/** The most that the create of a customer with the least that it needs may cost, by what it writes. */
export const createUnits = {
  resources: 2,
  'resources.by_name': 1,
  'resources.by_status': 1,
  outbox: 2,
  'outbox.by_resource': 1,
  'outbox.by_tenant': 1,
  'outbox.by_type': 1,
  'outbox.due': 1,
  idempotency: 2,
} as const satisfies Units;

/** The same of the customer alone, put by itself. */
export const putUnits = {
  resources: 1,
  'resources.by_name': 1,
  'resources.by_status': 1,
} as const satisfies Units;

export const sumOf = (units: Units): number =>
  Object.values(units).reduce((sum, each) => sum + each, 0);

const tables = ['resources', 'outbox', 'idempotency'] as const;

/** The only POST of a business. */
type Created = { readonly tenant_id: string; readonly customer_id: string };

type Stored = { readonly TableName: string; readonly Item: Record<string, AttributeValue> };

/**
 * The units of a create, the only POST of its business, by what it wrote, while its event waits.
 * The very items that it left are written once more under other keys, in one transaction as the
 * create wrote them, and the customer by itself.
 */
export const unitsOfCreate = async (
  { endpoint, operator }: Pick<Local, 'endpoint' | 'operator'>,
  created: Created,
): Promise<{ readonly create: Units; readonly put: Units }> => {
  const { region } = environments.sandbox;
  const client = new DynamoDBClient({ endpoint, region, credentials: operator });
  const stored = (await Promise.all(tables.map((table) => itemsOf(client, table, created)))).flat();
  const copies = stored.map(({ TableName, Item }) => ({
    TableName,
    Item: { ...Item, pk: { S: again(Item.pk?.S) } },
  }));
  const transaction = new TransactWriteItemsCommand({
    TransactItems: copies.map((Put) => ({ Put })),
    ReturnConsumedCapacity: 'INDEXES',
  });
  const create = unitsIn((await client.send(transaction)).ConsumedCapacity ?? []);
  const [customer] = copies.filter(
    ({ TableName }) => TableName === physicalName('sandbox', 'resources'),
  );
  if (!customer) throw new Error(`nothing was stored of ${created.customer_id}`);
  const { Item } = customer;
  const alone = {
    ...customer,
    Item: { ...Item, pk: { S: again(Item.pk?.S) } },
    ReturnConsumedCapacity: 'INDEXES',
  } as const;
  const { ConsumedCapacity } = await client.send(new PutItemCommand(alone));
  // The copy of an event would be due for ever: its fan-out confirms the event itself.
  const keyOf = ({ pk, sk }: Stored['Item']) => (sk ? { pk, sk } : { pk }) as Stored['Item'];
  const written = [...copies, alone].map(({ TableName, Item }) => ({
    Delete: { TableName, Key: keyOf(Item) },
  }));
  await client.send(new TransactWriteItemsCommand({ TransactItems: written }));
  client.destroy();
  return { create, put: unitsIn(ConsumedCapacity ? [ConsumedCapacity] : []) };
};

/** A key of the same length. */
const again = (key = ''): string => key.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));

/** The only items of a table in which a business is named, and the customer where the table names it. */
const itemsOf = async (
  client: DynamoDBClient,
  table: string,
  { tenant_id, customer_id }: Created,
): Promise<Stored[]> => {
  const TableName = physicalName('sandbox', table);
  const named = table === 'idempotency' ? tenant_id : customer_id;
  const found: Stored[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    found.push(
      ...Items.filter((item) => JSON.stringify(item).includes(named)).map((Item) => ({
        TableName,
        Item,
      })),
    );
  return found;
};

const unitsIn = (consumed: readonly ConsumedCapacity[]): Units =>
  Object.fromEntries(
    consumed.flatMap(({ TableName = '', Table, GlobalSecondaryIndexes = {} }) => {
      const table = tables.find((each) => TableName === physicalName('sandbox', each)) ?? TableName;
      const indexes = Object.entries(GlobalSecondaryIndexes);
      return [
        [table, Table?.CapacityUnits ?? 0],
        ...indexes.map(([index, { CapacityUnits = 0 }]) => [`${table}.${index}`, CapacityUnits]),
      ];
    }),
  );
