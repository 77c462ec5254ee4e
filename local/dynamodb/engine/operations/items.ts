import { validationError } from '../../../errors.ts';
import { apply, found, readUnits } from '../store/changes.ts';
import { keyIn } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { consumption, oneTable } from './capacity.ts';
import { collectionMetrics } from './collections.ts';
import {
  assertConstraints,
  assertKnown,
  existingName,
  oneOf,
  present,
  type RequestMembers,
  returnConsumedCapacity,
  returnMetrics,
} from './constraints.ts';
import {
  changeOf,
  conditionalCheckFailed,
  deleteAction,
  type ItemAction,
  projected,
  projectionIn,
  putAction,
  returned,
  updateAction,
} from './one-item.ts';

const conditional = [
  ...[
    'TableName',
    'ConditionExpression',
    'ExpressionAttributeNames',
    'ExpressionAttributeValues',
    'ReturnValues',
  ],
  ...[
    'ReturnValuesOnConditionCheckFailure',
    'ReturnConsumedCapacity',
    'ReturnItemCollectionMetrics',
  ],
];

const onFailure = ['ReturnValuesOnConditionCheckFailure', oneOf('ALL_OLD', 'NONE')] as const;
const returnValues = [
  'ReturnValues',
  oneOf('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW'),
] as const;
const asked = [returnConsumedCapacity, returnMetrics, returnValues, onFailure];

/** Reads one item. */
export const getItem = (store: Store, input: RequestMembers): object => {
  assertKnown('GetItem', input, [
    ...[
      'TableName',
      'Key',
      'ConsistentRead',
      'ProjectionExpression',
      'ExpressionAttributeNames',
      'ReturnConsumedCapacity',
    ],
  ]);
  assertConstraints(input, [['TableName', existingName], ['Key', present], returnConsumedCapacity]);
  const projection = projectionIn(input);
  const table = store.tables.shape(String(input.TableName));
  const { before } = found(store, table, keyIn(table, input.Key));
  const consumed = consumption(input);
  consumed.add(table, readUnits(before?.size ?? 0, input.ConsistentRead === true));
  return { ...(before && { Item: projected(projection, before.item) }), ...oneTable(consumed) };
};

/** Puts an item in the place of another or of none. */
export const putItem = (store: Store, input: RequestMembers): object => {
  assertKnown('PutItem', input, [...conditional, 'Item']);
  assertConstraints(input, [['TableName', existingName], ['Item', present], ...asked]);
  assertOldOrNone(input);
  return write(store, input, putAction(store, input));
};

/** Deletes an item, which may not be there. */
export const deleteItem = (store: Store, input: RequestMembers): object => {
  assertKnown('DeleteItem', input, [...conditional, 'Key']);
  assertConstraints(input, [['TableName', existingName], ['Key', present], ...asked]);
  assertOldOrNone(input);
  return write(store, input, deleteAction(store, input));
};

/** Changes attributes of an item, or makes it. */
export const updateItem = (store: Store, input: RequestMembers): object => {
  assertKnown('UpdateItem', input, [...conditional, 'Key', 'UpdateExpression']);
  assertConstraints(input, [['TableName', existingName], ['Key', present], ...asked]);
  return write(store, input, updateAction(store, input));
};

const assertOldOrNone = ({ ReturnValues }: RequestMembers): void => {
  if (ReturnValues != null && ReturnValues !== 'NONE' && ReturnValues !== 'ALL_OLD')
    throw validationError('Return values set to invalid value');
};

const write = (store: Store, input: RequestMembers, action: ItemAction): object =>
  store.database.transaction(() => {
    const { change, isRefused } = changeOf(store, action);
    if (isRefused) throw conditionalCheckFailed(action, change.before);
    const consumed = consumption(input);
    consumed.addWrite(action.table, apply(store, change));
    const Attributes = returned(input, action.update, change);
    const ItemCollectionMetrics = collectionMetrics(store, action.table, input, action.item);
    return {
      ...(Attributes && { Attributes }),
      ...oneTable(consumed),
      ...(ItemCollectionMetrics && { ItemCollectionMetrics }),
    };
  });
