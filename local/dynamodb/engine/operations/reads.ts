import { validationError } from '../../../errors.ts';
import type { Test } from '../expressions/conditions.ts';
import { keyRangeOf } from '../expressions/key-conditions.ts';
import { at } from '../expressions/paths.ts';
import { expressionsOf } from '../expressions/terms.ts';
import { readUnits } from '../store/changes.ts';
import { indexRowOf, rowKeyOf } from '../store/keys.ts';
import { readItem } from '../store/rows.ts';
import { keyNames } from '../store/shapes.ts';
import type { Store } from '../store/store.ts';
import { keyBytes } from '../values/key-bytes.ts';
import { type Attributes, storedItem, valueType } from '../values/value.ts';
import { consumption, oneTable } from './capacity.ts';
import {
  assertConstraints,
  assertKnown,
  characters,
  existingName,
  number,
  oneOf,
  type RequestMembers,
  returnConsumedCapacity,
} from './constraints.ts';
import {
  partitionRows,
  type ReadPage,
  type Rows,
  readPage,
  type Source,
  type Start,
  segmentRows,
} from './pages.ts';
import { assertNoKeys, type Chosen, chosenOf } from './selections.ts';

const members = [
  ...[
    'TableName',
    'IndexName',
    'FilterExpression',
    'ProjectionExpression',
    'ExpressionAttributeNames',
    'Select',
  ],
  ...[
    'ExpressionAttributeValues',
    'ExclusiveStartKey',
    'Limit',
    'ConsistentRead',
    'ReturnConsumedCapacity',
  ],
];

const select = oneOf('SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES');
const indexName = characters(3, 255, /^[a-zA-Z0-9_.-]+$/);

const constraints = [
  ...([
    ['TableName', existingName],
    ['IndexName', indexName],
    ['Select', select],
    returnConsumedCapacity,
  ] as const),
];

/** Reads items of one partition in the order of their sort keys. */
export const query = (store: Store, input: RequestMembers): object => {
  assertKnown('Query', input, [...members, 'KeyConditionExpression', 'ScanIndexForward']);
  assertConstraints(input, constraints);
  // DynamoDB writes this one constraint in another way.
  if (typeof input.Limit === 'number' && input.Limit < 1)
    throw validationError(
      "1 validation error detected: Value at 'Limit' failed to satisfy constraint: " +
        'Member must have value greater than or equal to 1',
    );
  if (input.KeyConditionExpression == null)
    throw validationError(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    );
  const expressions = expressionsOf(input, [
    'KeyConditionExpression',
    'FilterExpression',
    'ProjectionExpression',
  ]);
  const source = sourceOf(store, input);
  const range = keyRangeOf(
    expressions,
    String(input.KeyConditionExpression),
    source.index ?? source.table,
  );
  const chosen = chosenOf(expressions, input, source);
  assertNoKeys(expressions, input, source);
  expressions.assertAllUsed();
  const start = startOf(source, input);
  const partition = keyBytes(range.partition);
  if (start && !start.row[1].equals(partition))
    throw invalidStart(
      'The provided starting key is outside query boundaries based on provided conditions',
    );
  const rows = partitionRows(
    source,
    partition,
    { ...range, start },
    input.ScanIndexForward !== false,
  );
  return answer(store, input, source, chosen, rows);
};

/** Reads all items, or a segment of them, in no order that callers may count on. */
export const scan = (store: Store, input: RequestMembers): object => {
  assertKnown('Scan', input, [...members, 'Segment', 'TotalSegments']);
  const segmented = [
    ['Segment', number(0, 999_999)],
    ['TotalSegments', number(1, 1_000_000)],
  ] as const;
  assertConstraints(input, [...constraints, ['Limit', number(1)], ...segmented]);
  const { segment, segments } = segmentOf(input);
  const expressions = expressionsOf(input, ['FilterExpression', 'ProjectionExpression']);
  const source = sourceOf(store, input);
  const chosen = chosenOf(expressions, input, source);
  expressions.assertAllUsed();
  const start = startOf(source, input);
  return answer(store, input, source, chosen, segmentRows(source, { segment, segments, start }));
};

const segmentOf = ({
  Segment,
  TotalSegments,
}: RequestMembers): { segment: number; segments: number } => {
  if (Segment == null && TotalSegments == null) return { segment: 0, segments: 1 };
  if (TotalSegments == null)
    throw validationError(
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    );
  if (Segment == null)
    throw validationError(
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    );
  const [segment, segments] = [Number(Segment), Number(TotalSegments)];
  if (segment >= segments)
    throw validationError(
      'The Segment parameter is zero-based and must be less than parameter TotalSegments: ' +
        `Segment: ${segment} is not less than TotalSegments: ${segments}`,
    );
  return { segment, segments };
};

const sourceOf = (store: Store, input: RequestMembers): Source => {
  const table = store.tables.shape(String(input.TableName));
  if (input.IndexName == null) return { table, index: undefined };
  const index = table.indexes.find(({ name }) => name === input.IndexName);
  if (!index)
    throw validationError(`The table does not have the specified index: ${input.IndexName}`);
  if (index.kind === 'global' && input.ConsistentRead === true)
    throw validationError('Consistent reads are not supported on global secondary indexes');
  store.indexes.show(table, index);
  return { table, index };
};

const invalidStart = (what: string) => validationError(what);

const startOf = (
  { table, index }: Source,
  { ExclusiveStartKey: given }: RequestMembers,
): Start | undefined => {
  if (given == null) return undefined;
  const key = storedItem(given);
  const names = [...new Set([...keyNames(table), ...(index ? keyNames(index) : [])])];
  const fits =
    Object.keys(key).length === names.length &&
    names.every(
      (name) =>
        at(key, [name]) !== undefined &&
        valueType(key[name] as Attributes[string]) === table.typeOf(name),
    );
  if (!fits) throw invalidStart('The provided starting key is invalid');
  const tableRow = rowKeyOf(table, key);
  return { tableRow, row: index ? (indexRowOf(index, key) ?? tableRow) : tableRow };
};

const answer = (
  store: Store,
  input: RequestMembers,
  source: Source,
  { filter, projection, isCount, isFetched }: Chosen,
  rows: Rows,
): object => {
  const limit = typeof input.Limit === 'number' ? input.Limit : Number.POSITIVE_INFINITY;
  // A local index that has not all of an item is asked whether the item fits once all of it was fetched.
  const page = readPage(
    store.database,
    rows,
    source,
    limit,
    isFetched ? undefined : filter,
    !isCount || isFetched,
  );
  const fetched = isFetched ? fetchedOf(store, source, page, filter) : undefined;
  const items = fetched?.items ?? page.items;
  const consumed = consumption(input);
  const isConsistent = input.ConsistentRead === true;
  consumed.add(
    source.table,
    source.index
      ? (fetched?.units ?? 0) * (isConsistent ? 2 : 1)
      : readUnits(page.bytes, isConsistent),
  );
  if (source.index)
    consumed.add(source.table, readUnits(page.bytes, isConsistent), source.index.name);
  return {
    ...(!isCount && { Items: projection ? items.map(projection) : items }),
    Count: fetched ? items.length : page.count,
    ScannedCount: page.scanned,
    ...(page.last && { LastEvaluatedKey: page.last }),
    ...oneTable(consumed),
  };
};

/** The whole items that entries of a local index stand for; each costs a read of its own. */
const fetchedOf = (
  { database }: Store,
  { table }: Source,
  page: ReadPage,
  filter: Test | undefined,
) => {
  const stored = page.items.flatMap(
    (entry) => readItem(database, table, rowKeyOf(table, entry)) ?? [],
  );
  const units = stored.reduce((sum, { size }) => sum + readUnits(size, false), 0);
  return { units, items: stored.map(({ item }) => item).filter((item) => !filter || filter(item)) };
};
