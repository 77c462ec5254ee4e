import { account } from '../assembly.ts';
import type { Access } from '../aws-service.ts';
import { type Key, type Keys, keyAccess } from '../kms/keys.ts';
import type { Table } from './tables.ts';

/** The use that one request makes of one table or index. */
export type TableAccess = {
  readonly table: string;
  readonly index?: string;
  /** The action IAM must allow: `dynamodb:PutItem`. */
  readonly action: string;
  readonly writes?: true;
};

/** The accesses of a request, table by table; empty for operations on no items. */
export const tableAccessesOf = (operation: string, input: unknown): TableAccess[] =>
  dataOperations[operation]?.(input as never) ?? [];

/** Whether the operation reads or writes items, so that it can say what it consumed. */
export const isDataOperation = (operation: string): boolean => operation in dataOperations;

type OneItem = { readonly TableName: string };
type Reading = { readonly TableName: string; readonly IndexName?: string };
type Operation = (input: never) => TableAccess[];

const get = ({ TableName }: OneItem): TableAccess[] => [
  { table: TableName, action: 'dynamodb:GetItem' },
];

const write =
  (action: string) =>
  ({ TableName }: OneItem): TableAccess[] => [{ table: TableName, action, writes: true }];

const read =
  (action: string) =>
  ({ TableName, IndexName }: Reading): TableAccess[] => [
    { table: TableName, action, ...(IndexName !== undefined && { index: IndexName }) },
  ];

type TransactItem = { readonly [kind in keyof typeof transactActions]?: OneItem };

const transactActions = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
} as const;

/** A transaction has no action of its own: each item asks for the action it would need alone. */
const transactWrite = ({
  TransactItems,
}: {
  readonly TransactItems?: readonly TransactItem[];
}): TableAccess[] =>
  (TransactItems ?? []).flatMap((item) =>
    Object.entries(item).flatMap(([kind, member]): TableAccess[] => {
      const action = transactActions[kind as keyof typeof transactActions];
      if (kind === 'ConditionCheck') return [{ table: member.TableName, action }];
      return write(action)(member);
    }),
  );

type Batch = { readonly RequestItems?: Readonly<Record<string, unknown>> };

const batch =
  (access: Omit<TableAccess, 'table'>) =>
  ({ RequestItems = {} }: Batch): TableAccess[] =>
    Object.keys(RequestItems).map((table) => ({ table, ...access }));

const dataOperations: Readonly<Record<string, Operation>> = {
  GetItem: get,
  PutItem: write('dynamodb:PutItem'),
  UpdateItem: write('dynamodb:UpdateItem'),
  DeleteItem: write('dynamodb:DeleteItem'),
  Query: read('dynamodb:Query'),
  Scan: read('dynamodb:Scan'),
  TransactWriteItems: transactWrite,
  BatchGetItem: batch({ action: 'dynamodb:BatchGetItem' }),
  BatchWriteItem: batch({ action: 'dynamodb:BatchWriteItem', writes: true }),
};

/**
 * The permissions that IAM must allow: the action on each table or index, and the use of the
 * tables' keys.
 */
export type AccessesOf = (requested: readonly TableAccess[], region: string) => readonly Access[];

/** Equal requests get the very same access objects, so that IAM can keep its verdicts. */
export const createAccesses = (tables: ReadonlyMap<string, Table>, keys: Keys): AccessesOf => {
  const known = new Map<string, readonly Access[]>();
  return (requested, region) => {
    const name = [region, ...new Set(requested.map(nameOf))].join('\n');
    const accesses = known.get(name) ?? accessesOf(requested, tables, keys, region);
    if (known.size < known_max) known.set(name, accesses);
    return accesses;
  };
};

/** Functions make far fewer kinds of requests. */
const known_max = 5_000;

const nameOf = ({ table, index, action, writes }: TableAccess): string =>
  `${table} ${index ?? ''} ${action} ${writes ? 'writes' : ''}`;

const accessesOf = (
  requested: readonly TableAccess[],
  tables: ReadonlyMap<string, Table>,
  keys: Keys,
  region: string,
): Access[] => {
  const actions = new Map<string, Access>();
  const encrypted = new Map<Key, Set<string>>();
  for (const { table: name, index, action, writes } of requested) {
    const table = tables.get(name);
    const arn = table?.arn ?? `arn:aws:dynamodb:${region}:${account}:table/${name}`;
    const resource = index === undefined ? arn : `${arn}/index/${index}`;
    actions.set(`${action} ${resource}`, { action, resource });
    const key = table?.kmsKey === undefined ? undefined : keys.find(table.kmsKey, table.region);
    if (!key) continue;
    const wanted = encrypted.get(key) ?? new Set();
    const needed =
      writes || action === 'dynamodb:ConditionCheckItem' ? [...reading, ...writing] : reading;
    for (const each of needed) wanted.add(each);
    encrypted.set(key, wanted);
  }
  return [
    ...actions.values(),
    ...[...encrypted].flatMap(([key, wanted]) =>
      [...wanted].map((action) => keyAccess(key, action, 'dynamodb')),
    ),
  ];
};

/** DynamoDB uses a customer-managed key in the caller's name; the actions depend on the call. */
const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  ...['kms:Encrypt', 'kms:ReEncryptFrom', 'kms:ReEncryptTo'],
  ...['kms:GenerateDataKey', 'kms:GenerateDataKeyWithoutPlaintext'],
];
