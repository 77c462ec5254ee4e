import { type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import type { Attributes } from '../../local/dynamodb/engine/values/value.ts';

/** An item of a request: its table's physical name, and its key. */
export type ItemAddress = { readonly TableName: string; readonly Key: Attributes };

type Put = { readonly TableName: string; readonly Item: Attributes };
type Transact = {
  readonly Put?: Put;
  readonly Update?: ItemAddress;
  readonly Delete?: ItemAddress;
  readonly ConditionCheck?: ItemAddress;
};
type BatchWrite = {
  readonly PutRequest?: Omit<Put, 'TableName'>;
  readonly DeleteRequest?: Omit<ItemAddress, 'TableName'>;
};

export type BatchGetRequests = Readonly<
  Record<string, { readonly Keys: readonly Attributes[]; readonly ConsistentRead?: boolean }>
>;

type Members = {
  readonly TableName?: string;
  readonly Key?: Attributes;
  readonly Item?: Attributes;
  readonly TransactItems?: readonly Transact[];
  readonly RequestItems?: BatchGetRequests | Readonly<Record<string, readonly BatchWrite[]>>;
};

/** The physical names of the tables in a request. */
export const tablesIn = ({
  TableName,
  TransactItems = [],
  RequestItems = {},
}: Members): string[] => [
  ...(TableName === undefined ? [] : [TableName]),
  ...TransactItems.flatMap((one) => Object.values(one).map((member) => member.TableName)),
  ...Object.keys(RequestItems),
];

/** The places of the items that a request writes. */
export const writtenPlaces = ({
  TableName = '',
  Key,
  Item,
  TransactItems = [],
  RequestItems = {},
}: Members): ItemAddress[] => [
  ...(Item ? [placeOf({ TableName, Item })] : []),
  ...(Key ? [{ TableName, Key }] : []),
  ...TransactItems.flatMap(({ Put, Update, Delete }) =>
    Put ? placeOf(Put) : (Update ?? Delete ?? []),
  ),
  ...Object.entries(RequestItems).flatMap(([name, all]) =>
    (all as readonly BatchWrite[]).map(({ PutRequest, DeleteRequest }) =>
      PutRequest
        ? placeOf({ TableName: name, ...PutRequest })
        : { TableName: name, Key: DeleteRequest?.Key ?? {} },
    ),
  ),
];

const placeOf = ({ TableName, Item: { pk, sk } }: Put): ItemAddress => ({
  TableName,
  Key: { ...(pk && { pk }), ...(sk && tables[tableOf(TableName)].sort && { sk }) },
});

/** The table that has a physical name. */
export const tableOf = (physicalName: string): TableName =>
  physicalName.slice(physicalName.lastIndexOf('-') + 1) as TableName;

/** Names an item among all tables: the table, the partition and, where the table has one, the sort key. */
export const idOf = ({ TableName, Key }: ItemAddress): string =>
  [tableOf(TableName), ...[Key.pk, Key.sk].flatMap((part) => part?.S ?? [])].join(' ');
