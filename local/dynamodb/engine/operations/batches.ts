import { validationError } from '../../../errors.ts';
import { isObject } from '../../../json-protocol.ts';
import type { Projection } from '../expressions/projections.ts';
import { apply, found, readUnits } from '../store/changes.ts';
import { keyIn, rowKeyOf } from '../store/keys.ts';
import type { TableShape } from '../store/shapes.ts';
import type { Store } from '../store/store.ts';
import type { Attributes } from '../values/value.ts';
import { consumption, everyTable } from './capacity.ts';
import { type CollectionMetrics, collectionMetrics } from './collections.ts';
import {
  assertConstraints,
  assertKnown,
  existingName,
  type RequestMembers,
  returnConsumedCapacity,
  returnMetrics,
} from './constraints.ts';
import {
  changeOf,
  deleteAction,
  type ItemAction,
  projected,
  projectionIn,
  putAction,
} from './one-item.ts';

const keys_max = 100;
const writes_max = 25;
/** The most that a batch reads, in bytes; the keys of what is behind are returned. */
const read_bytes_max = 16 * 1024 * 1024;

/** The requests of a batch by table; throws where there are none. */
const requestsOf = (
  operation: string,
  { RequestItems: given }: RequestMembers,
): [table: string, request: unknown][] => {
  if (!isObject(given) || Object.keys(given).length === 0)
    throw validationError(`The requestItems parameter is required for ${operation}`);
  const requests = Object.entries(given);
  for (const [TableName] of requests)
    assertConstraints({ TableName }, [['TableName', existingName]]);
  return requests;
};

const assertDifferent = (
  actions: readonly { readonly table: TableShape; readonly item: Attributes }[],
): void => {
  const keys = actions.map(({ table, item }) => {
    const [, partition, sort] = rowKeyOf(table, item);
    return `${table.name} ${partition.toString('hex')} ${sort.toString('hex')}`;
  });
  if (new Set(keys).size < keys.length)
    throw validationError('Provided list of item keys contains duplicates');
};

type ItemRequest = Pick<ItemAction, 'table' | 'item'> & {
  readonly projection: Projection | undefined;
  readonly isConsistent: boolean;
  readonly key: unknown;
};

/** Reads items of several tables; those that are not there are left out. */
export const batchGetItem = (store: Store, input: RequestMembers): object => {
  assertKnown('BatchGetItem', input, ['RequestItems', 'ReturnConsumedCapacity']);
  assertConstraints(input, [returnConsumedCapacity]);
  const requests = requestsOf('BatchGetItem', input);
  const total = requests.reduce((sum, [, request]) => sum + keysIn(request).length, 0);
  for (const [name, request] of requests) {
    const { length } = keysIn(request);
    if (length > keys_max || length < 1)
      throw validationError(
        `1 validation error detected: Value at 'RequestItems.${name}.member.Keys' failed to satisfy constraint: ` +
          `Member must have length ${length < 1 ? 'greater than or equal to 1' : `less than or equal to ${keys_max}`}`,
      );
  }
  if (total > keys_max) throw validationError('Too many items requested for the BatchGetItem call');
  const wanted = requests.flatMap(([name, request]) => wantedOf(store, name, request));
  assertDifferent(wanted);
  return {
    ...readAll(
      store,
      input,
      requests.map(([name]) => name),
      wanted,
    ),
  };
};

const keysIn = (request: unknown): readonly unknown[] =>
  isObject(request) && Array.isArray(request.Keys) ? request.Keys : [];

const wantedOf = (store: Store, name: string, request: unknown): ItemRequest[] => {
  const input: RequestMembers = isObject(request) ? request : {};
  assertKnown('BatchGetItem', input, [
    'Keys',
    'ConsistentRead',
    'ProjectionExpression',
    'ExpressionAttributeNames',
  ]);
  const projection = projectionIn(input);
  const table = store.tables.shape(name);
  const isConsistent = input.ConsistentRead === true;
  return keysIn(request).map((key) => ({
    table,
    item: keyIn(table, key),
    projection,
    isConsistent,
    key,
  }));
};

const readAll = (
  store: Store,
  input: RequestMembers,
  tables: readonly string[],
  wanted: readonly ItemRequest[],
): object => {
  const consumed = consumption(input);
  const Responses = Object.fromEntries(tables.map((name): [string, Attributes[]] => [name, []]));
  const unread = new Map<string, unknown[]>();
  let bytes = 0;
  for (const { table, item, projection, isConsistent, key } of wanted) {
    const { before } = bytes > read_bytes_max ? { before: undefined } : found(store, table, item);
    if (bytes > read_bytes_max) {
      unread.set(table.name, [...(unread.get(table.name) ?? []), key]);
      continue;
    }
    bytes += before?.size ?? 0;
    consumed.add(table, readUnits(before?.size ?? 0, isConsistent));
    if (before) Responses[table.name]?.push(projected(projection, before.item));
  }
  const given = input.RequestItems as Readonly<Record<string, object>>;
  const UnprocessedKeys = Object.fromEntries(
    [...unread].map(([name, Keys]) => [name, { ...given[name], Keys }]),
  );
  return { Responses, UnprocessedKeys, ...everyTable(consumed) };
};

/** Puts and deletes items of several tables, each for itself. */
export const batchWriteItem = (store: Store, input: RequestMembers): object => {
  assertKnown('BatchWriteItem', input, [
    'RequestItems',
    'ReturnConsumedCapacity',
    'ReturnItemCollectionMetrics',
  ]);
  assertConstraints(input, [returnConsumedCapacity, returnMetrics]);
  const requests = requestsOf('BatchWriteItem', input);
  assertCounts(requests, input);
  const actions = requests.flatMap(([TableName, list]) =>
    (list as readonly unknown[]).map((one) => actionOf(store, TableName, one)),
  );
  assertDifferent(actions);
  const consumed = consumption(input);
  const metrics = new Map<string, CollectionMetrics[]>();
  store.database.transaction(() => {
    for (const action of actions) {
      consumed.addWrite(action.table, apply(store, changeOf(store, action).change));
      const metric = collectionMetrics(store, action.table, input, action.item);
      if (metric)
        metrics.set(action.table.name, [...(metrics.get(action.table.name) ?? []), metric]);
    }
  });
  return {
    UnprocessedItems: {},
    ...everyTable(consumed),
    ...(metrics.size > 0 && { ItemCollectionMetrics: Object.fromEntries(metrics) }),
  };
};

const assertCounts = (requests: readonly [string, unknown][], input: RequestMembers): void => {
  const lengths = requests.map(([, list]) => (Array.isArray(list) ? list.length : 0));
  if (lengths.some((length) => length < 1 || length > writes_max))
    assertConstraints(input, [
      [
        'RequestItems',
        () =>
          `Map value must satisfy constraint: [Member must have length less than or equal to ${writes_max}, ` +
          'Member must have length greater than or equal to 1]',
      ],
    ]);
  if (lengths.reduce((sum, length) => sum + length, 0) > writes_max)
    throw validationError('Too many items requested for the BatchWriteItem call');
};

const actionOf = (store: Store, TableName: string, request: unknown): ItemAction => {
  const { PutRequest, DeleteRequest, ...rest } = isObject(request) ? request : {};
  if (Object.keys(rest).length > 0 || Boolean(PutRequest) === Boolean(DeleteRequest))
    throw validationError(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  if (isObject(PutRequest)) return putAction(store, { TableName, Item: PutRequest.Item });
  return deleteAction(store, {
    TableName,
    Key: isObject(DeleteRequest) ? DeleteRequest.Key : undefined,
  });
};
