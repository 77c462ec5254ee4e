import { AwsError, validationError } from '../../../errors.ts';
import { isObject } from '../../../json-protocol.ts';
import { apply, found, type ItemChange, readUnits } from '../store/changes.ts';
import { keyIn, rowKeyOf } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { item_bytes_max } from '../values/size.ts';
import { storedItem } from '../values/value.ts';
import { consumption, everyTable } from './capacity.ts';
import { type CollectionMetrics, collectionMetrics } from './collections.ts';
import {
  assertConstraints,
  assertKnown,
  both,
  characters,
  existingName,
  list,
  oneOf,
  present,
  type RequestMembers,
  returnConsumedCapacity,
  returnMetrics,
} from './constraints.ts';
import {
  changeOf,
  checkAction,
  deleteAction,
  type ItemAction,
  projected,
  projectionIn,
  putAction,
  updateAction,
} from './one-item.ts';
import { isDone, rememberToken } from './request-tokens.ts';

const items_max = 100;
const bytes_max = 4 * 1024 * 1024;

const conditional = [
  'TableName',
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];

const kinds: Readonly<
  Record<
    string,
    {
      readonly action: (store: Store, input: RequestMembers) => ItemAction;
      readonly members: readonly string[];
    }
  >
> = {
  Put: { action: putAction, members: ['Item'] },
  Update: { action: updateAction, members: ['Key', 'UpdateExpression'] },
  Delete: { action: deleteAction, members: ['Key'] },
  ConditionCheck: { action: checkAction, members: ['Key'] },
};

/** Why an item of a transaction does not let it happen. */
type Reason = { readonly Code: string; readonly Message?: string; readonly Item?: object };

/** Writes items of several tables, all or none. */
export const transactWriteItems = (store: Store, input: RequestMembers): object => {
  assertKnown('TransactWriteItems', input, [
    'TransactItems',
    'ClientRequestToken',
    'ReturnConsumedCapacity',
    'ReturnItemCollectionMetrics',
  ]);
  assertConstraints(input, [
    ['TransactItems', both(present, list(1, items_max))],
    ...[returnConsumedCapacity, returnMetrics],
    ['ClientRequestToken', characters(1, 36)],
  ]);
  const items = (input.TransactItems as readonly unknown[]).map(itemOf);
  assertDifferent(store, items);
  const actions = items.map(({ kind, member }) =>
    attempt(() => kinds[kind]?.action(store, member) as ItemAction),
  );
  const understood = actions.flatMap((action) => ('table' in action ? [action] : []));
  return store.database.transaction(() => {
    if (isDone(store, input)) return doneBefore(store, input, understood);
    const tried = actions.map((action) =>
      'table' in action ? attempt(() => judged(store, action), ofStoredItem) : action,
    );
    const reasons = tried.map((one): Reason => ('reason' in one ? one.reason : { Code: 'None' }));
    if (reasons.some(({ Code }) => Code !== 'None')) throw canceled(reasons);
    const changes = tried.flatMap((one) => ('change' in one ? [one] : []));
    assertSize(changes.map(({ change }) => change));
    rememberToken(store, input);
    return written(store, input, changes);
  });
};

type Judged = { readonly action: ItemAction; readonly change: ItemChange };

const judged = (store: Store, action: ItemAction): Judged | { reason: Reason } => {
  const { change, isRefused } = changeOf(store, action);
  if (!isRefused) return { action, change };
  const Item = action.returnsOld ? change.before?.item : undefined;
  return {
    reason: {
      Code: 'ConditionalCheckFailed',
      Message: 'The conditional request failed',
      ...(Item && { Item }),
    },
  };
};

/**
 * An error in one item cancels the transaction; a request that cannot be read at all is no
 * transaction.
 */
const attempt = <T extends object>(
  action: () => T,
  ofItem = ofRequestItem,
): T | { reason: Reason } => {
  try {
    return action();
  } catch (error) {
    if (
      !(error instanceof AwsError) ||
      error.code !== 'ValidationException' ||
      !ofItem.test(error.message)
    )
      throw error;
    return { reason: { Code: 'ValidationError', Message: error.message } };
  }
};

/** The messages that DynamoDB gives as the reason of one item, before it has looked at what is stored. */
const ofRequestItem =
  /^(The provided (expression refers|key element)|The document path provided|An operand in the update|Item size|Number (over|under)flow|Attempting to store|One or more parameter values were invalid: (Missing the key|Type mismatch|Size of hashkey|Aggregated|Cannot update))/;

/** And where it has: what an update makes of the item. */
const ofStoredItem = new RegExp(
  `${ofRequestItem.source}|^One or more parameter values are not valid`,
);

type TransactItem = { readonly kind: string; readonly member: RequestMembers };

const itemOf = (given: unknown): TransactItem => {
  const members = isObject(given)
    ? Object.entries(given).filter(([, member]) => member != null)
    : [];
  const [first] = members;
  if (!first || members.length > 1 || !Object.hasOwn(kinds, first[0]))
    throw validationError('TransactItems can only contain one of Check, Put, Update or Delete');
  const [kind, value] = first;
  const member: RequestMembers = isObject(value) ? value : {};
  const own = kinds[kind]?.members ?? [];
  assertKnown(`TransactWriteItems.${kind}`, member, [...conditional, ...own]);
  assertConstraints(member, [
    ['TableName', existingName],
    ...own.map((name) => [name, present] as const),
    ...(kind === 'ConditionCheck' ? ([['ConditionExpression', present]] as const) : []),
    ['ReturnValuesOnConditionCheckFailure', oneOf('ALL_OLD', 'NONE')],
  ]);
  return { kind, member };
};

/** Throws where two items of a transaction have one key; what is wrong with a key itself is for later. */
const assertDifferent = (
  store: Store,
  items: readonly { readonly member: RequestMembers }[],
): void => {
  const keys = items.flatMap(({ member }) => {
    const table = store.tables.shape(String(member.TableName));
    const key = attempt(() =>
      rowKeyOf(table, member.Key == null ? storedItem(member.Item) : keyIn(table, member.Key)),
    );
    return 'reason' in key
      ? []
      : [`${table.name} ${key[1].toString('hex')} ${key[2].toString('hex')}`];
  });
  if (new Set(keys).size < keys.length)
    throw validationError('Transaction request cannot include multiple operations on one item');
};

const assertSize = (changes: readonly ItemChange[]): void => {
  const bytes = changes.reduce((sum, { after }) => sum + (after?.size ?? 0), 0);
  if (bytes > bytes_max && bytes > item_bytes_max)
    throw validationError('Collection of items in transaction exceeds the maximum allowed size');
};

const canceled = (reasons: readonly Reason[]): AwsError =>
  new AwsError(
    400,
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    { CancellationReasons: reasons },
  );

const written = (store: Store, input: RequestMembers, judgements: readonly Judged[]): object => {
  const consumed = consumption(input, 'Write');
  const metrics = new Map<string, CollectionMetrics[]>();
  for (const { action, change } of judgements) {
    const { table } = action;
    // Transactions pay twice for the table, also for what they only look at.
    const units = action.after
      ? apply(store, change)
      : { table: readWritten(change), indexes: new Map() };
    consumed.addWrite(table, units, 2);
    const metric = collectionMetrics(store, table, input, action.item);
    if (metric) metrics.set(table.name, [...(metrics.get(table.name) ?? []), metric]);
  }
  return {
    ...everyTable(consumed),
    ...(metrics.size > 0 && { ItemCollectionMetrics: Object.fromEntries(metrics) }),
  };
};

const readWritten = ({ before }: ItemChange): number =>
  Math.max(1, Math.ceil((before?.size ?? 0) / 1024));

/** A repeat is a read of the items. */
const doneBefore = (
  store: Store,
  input: RequestMembers,
  actions: readonly ItemAction[],
): object => {
  const consumed = consumption(input, 'Read');
  for (const { table, item } of actions)
    consumed.add(table, 2 * readUnits(found(store, table, item).before?.size ?? 0, true));
  return everyTable(consumed);
};

/** Reads items of several tables as they are at one moment. */
export const transactGetItems = (store: Store, input: RequestMembers): object => {
  assertKnown('TransactGetItems', input, ['TransactItems', 'ReturnConsumedCapacity']);
  assertConstraints(input, [
    ['TransactItems', both(present, list(1, items_max))],
    returnConsumedCapacity,
  ]);
  const wanted = (input.TransactItems as readonly unknown[]).map((given) => {
    const { Get } = isObject(given) ? given : {};
    const member: RequestMembers = isObject(Get) ? Get : {};
    assertKnown('TransactGetItems.Get', member, [
      'TableName',
      'Key',
      'ProjectionExpression',
      'ExpressionAttributeNames',
    ]);
    assertConstraints(member, [
      ['TableName', existingName],
      ['Key', present],
    ]);
    return { member, projection: projectionIn(member) };
  });
  const keys = wanted.map(({ member, projection }) =>
    attempt(() => {
      const table = store.tables.shape(String(member.TableName));
      return { table, item: keyIn(table, member.Key), projection };
    }),
  );
  assertDifferent(store, wanted);
  const reasons = keys.map((one): Reason => ('reason' in one ? one.reason : { Code: 'None' }));
  if (reasons.some(({ Code }) => Code !== 'None')) throw canceled(reasons);
  const gets = keys.flatMap((one) => ('table' in one ? [one] : []));
  const consumed = consumption(input, 'Read');
  const Responses = gets.map(({ table, item, projection }) => {
    const { before } = found(store, table, item);
    consumed.add(table, 2 * readUnits(before?.size ?? 0, true));
    return before ? { Item: projected(projection, before.item) } : {};
  });
  return { Responses, ...everyTable(consumed) };
};
