import { AwsError, validationError } from '../../../errors.ts';
import { type Test, testOf } from '../expressions/conditions.ts';
import { at } from '../expressions/paths.ts';
import { type Projection, projectionOf, projectionTo } from '../expressions/projections.ts';
import { expressionsOf } from '../expressions/terms.ts';
import { type Update, updateOf } from '../expressions/updates.ts';
import { found, type ItemChange, storable } from '../store/changes.ts';
import { keyIn, rowKeyOf } from '../store/keys.ts';
import type { Stored } from '../store/rows.ts';
import { keyNames, type TableShape } from '../store/shapes.ts';
import type { Store } from '../store/store.ts';
import { type Attributes, storedItem } from '../values/value.ts';
import type { RequestMembers } from './constraints.ts';

/** A write or a check of one item that has been understood and not yet looked at the item. */
export type ItemAction = {
  readonly table: TableShape;
  /** The key, and of a put the whole item. */
  readonly item: Attributes;
  readonly test: Test | undefined;
  /** Whether the error of an unfulfilled condition has the item. */
  readonly returnsOld: boolean;
  /** The attributes that an update changes. */
  readonly update?: Update | undefined;
  /** The item after it; undefined: none. Absent for a check. */
  readonly after?: (before: Stored | undefined) => Stored | undefined;
};

const returnsOld = (input: RequestMembers): boolean =>
  input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';

/** A put; throws a ValidationException. */
export const putAction = (store: Store, input: RequestMembers): ItemAction => {
  const expressions = expressionsOf(input, ['ConditionExpression']);
  const test = conditionIn(input, expressions);
  expressions.assertAllUsed();
  const given = storedItem(input.Item);
  const table = store.tables.shape(String(input.TableName));
  rowKeyOf(table, given);
  const stored = storable(table, given);
  return { table, item: given, test, returnsOld: returnsOld(input), after: () => stored };
};

/** A deletion. */
export const deleteAction = (store: Store, input: RequestMembers): ItemAction => ({
  ...checkAction(store, input),
  after: () => undefined,
});

/** A check of a condition without a write. */
export const checkAction = (store: Store, input: RequestMembers): ItemAction => {
  const expressions = expressionsOf(input, ['ConditionExpression']);
  const test = conditionIn(input, expressions);
  expressions.assertAllUsed();
  const table = store.tables.shape(String(input.TableName));
  return { table, item: keyIn(table, input.Key), test, returnsOld: returnsOld(input) };
};

/** An update; without an expression it makes the item where there is none. */
export const updateAction = (store: Store, input: RequestMembers): ItemAction => {
  const expressions = expressionsOf(input, ['UpdateExpression', 'ConditionExpression']);
  const update =
    input.UpdateExpression == null
      ? undefined
      : updateOf(expressions, String(input.UpdateExpression));
  const test = conditionIn(input, expressions);
  expressions.assertAllUsed();
  const table = store.tables.shape(String(input.TableName));
  const key = keyIn(table, input.Key);
  const ofKey = update?.paths.find(([name]) => keyNames(table).includes(String(name)));
  if (ofKey)
    throw validationError(
      `One or more parameter values were invalid: Cannot update attribute ${ofKey[0]}. This attribute is part of the key`,
    );
  const after = (before: Stored | undefined): Stored => {
    const item = before?.item ?? key;
    return storable(
      table,
      update ? update.apply(item) : item,
      'Item size to update has exceeded the maximum allowed size',
    );
  };
  return { table, item: key, test, returnsOld: returnsOld(input), update, after };
};

const conditionIn = (
  input: RequestMembers,
  expressions: ReturnType<typeof expressionsOf>,
): Test | undefined =>
  input.ConditionExpression == null
    ? undefined
    : testOf(expressions, 'ConditionExpression', String(input.ConditionExpression));

/** Looks at the item: what changes, or why nothing may. */
export const changeOf = (
  store: Store,
  action: ItemAction,
): { change: ItemChange; isRefused: boolean } => {
  const { table, item, test, after } = action;
  const { key, before } = found(store, table, item);
  const isRefused = test !== undefined && !test(before?.item);
  const next = isRefused || !after ? before : after(before);
  return { change: { table, key, before, after: next }, isRefused };
};

/** The error of a single write whose condition is not fulfilled. */
export const conditionalCheckFailed = (
  { returnsOld: wanted }: ItemAction,
  before: Stored | undefined,
): AwsError =>
  new AwsError(
    400,
    'ConditionalCheckFailedException',
    'The conditional request failed',
    wanted && before ? { Item: before.item } : {},
  );

/**
 * The attributes of the item before or after an update that it returns: all, or those that the
 * update names.
 */
export const returned = (
  input: RequestMembers,
  update: Update | undefined,
  { before, after }: ItemChange,
): Attributes | undefined => {
  const wanted = String(input.ReturnValues ?? 'NONE');
  const item = wanted.endsWith('OLD')
    ? before?.item
    : wanted.endsWith('NEW')
      ? after?.item
      : undefined;
  if (!item || wanted.startsWith('ALL')) return item;
  const paths = (update?.paths ?? []).filter((parts) => at(item, parts) !== undefined);
  const chosen = projectionTo(paths)(item);
  return paths.length > 0 && Object.keys(chosen).length > 0 ? chosen : undefined;
};

/** The projection that a request names; undefined: all. */
export const projectionIn = (input: RequestMembers): Projection | undefined => {
  const expressions = expressionsOf(input, ['ProjectionExpression']);
  const projection =
    input.ProjectionExpression == null
      ? undefined
      : projectionOf(expressions, String(input.ProjectionExpression));
  expressions.assertAllUsed();
  return projection;
};

/** The part of an item that a projection takes. */
export const projected = (projection: Projection | undefined, item: Attributes): Attributes =>
  projection?.(item) ?? item;
