/** A key or an item in DynamoDB's JSON. */
export type Attributes = Readonly<Record<string, unknown>>;

/** What one request does to one table or index. */
export type Touch = {
  readonly table: string;
  readonly index?: string;
  /** The action IAM must allow: `dynamodb:PutItem`. */
  readonly action: string;
  /** The items written, each with at least its key attributes; absent for reads. */
  readonly writes?: readonly Attributes[];
};

/** What a request touches, table by table; empty for operations that touch no items. */
export const touchesOf = (operation: string, input: unknown): Touch[] =>
  dataOperations[operation]?.(input as never) ?? [];

/** Whether the operation reads or writes items, so that it can say what it consumed. */
export const isDataOperation = (operation: string): boolean => operation in dataOperations;

type OneItem = { readonly TableName: string; readonly Key?: Attributes; readonly Item?: Attributes };
type Reading = { readonly TableName: string; readonly IndexName?: string };
type Operation = (input: never) => Touch[];

const get = ({ TableName }: OneItem): Touch[] => [{ table: TableName, action: 'dynamodb:GetItem' }];

const write =
  (action: string) =>
  ({ TableName, Key, Item }: OneItem): Touch[] => [{ table: TableName, action, writes: [Key ?? Item ?? {}] }];

const read =
  (action: string) =>
  ({ TableName, IndexName }: Reading): Touch[] => [
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
const transactWrite = ({ TransactItems }: { readonly TransactItems?: readonly TransactItem[] }): Touch[] =>
  (TransactItems ?? []).flatMap((item) =>
    Object.entries(item).flatMap(([kind, member]): Touch[] => {
      const action = transactActions[kind as keyof typeof transactActions];
      if (kind === 'ConditionCheck') return [{ table: member.TableName, action }];
      return write(action)(member);
    }),
  );

type WriteRequest = { readonly PutRequest?: { Item: Attributes }; readonly DeleteRequest?: { Key: Attributes } };

const batchWrite = ({ RequestItems }: { readonly RequestItems?: Readonly<Record<string, WriteRequest[]>> }): Touch[] =>
  Object.entries(RequestItems ?? {}).map(([table, requests]) => ({
    table,
    action: 'dynamodb:BatchWriteItem',
    writes: requests.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
  }));

const dataOperations: Readonly<Record<string, Operation>> = {
  GetItem: get,
  PutItem: write('dynamodb:PutItem'),
  UpdateItem: write('dynamodb:UpdateItem'),
  DeleteItem: write('dynamodb:DeleteItem'),
  Query: read('dynamodb:Query'),
  Scan: read('dynamodb:Scan'),
  TransactWriteItems: transactWrite,
  TransactGetItems: ({ TransactItems }: { readonly TransactItems?: readonly { readonly Get?: OneItem }[] }) =>
    (TransactItems ?? []).flatMap(({ Get }) => (Get ? get(Get) : [])),
  BatchGetItem: ({ RequestItems }: { readonly RequestItems?: Readonly<Record<string, unknown>> }) =>
    Object.keys(RequestItems ?? {}).map((table) => ({ table, action: 'dynamodb:BatchGetItem' })),
  BatchWriteItem: batchWrite,
};
