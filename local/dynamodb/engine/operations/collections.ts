import { itemsOf } from '../store/rows.ts';
import { pick, type TableShape } from '../store/shapes.ts';
import type { Store } from '../store/store.ts';
import { keyBytes, partitionHash } from '../values/key-bytes.ts';
import type { Attributes, Value } from '../values/value.ts';
import type { RequestMembers } from './constraints.ts';

/** The size of one partition of a table with local indexes, as DynamoDB estimates it. */
export type CollectionMetrics = {
  readonly ItemCollectionKey: Attributes;
  readonly SizeEstimateRangeGB: readonly [number, number];
};

/** Above this, items of a partition are not counted any more: an estimate must not take long. */
const rows_max = 1_000;
const gigabyte = 2 ** 30;

/** The metrics of the partition of an item; undefined where the request does not ask, or the table has no local index. */
export const collectionMetrics = (
  { database }: Store,
  table: TableShape,
  input: RequestMembers,
  item: Attributes,
): CollectionMetrics | undefined => {
  if (input.ReturnItemCollectionMetrics !== 'SIZE') return undefined;
  if (!table.indexes.some(({ kind }) => kind === 'local')) return undefined;
  const bytes = keyBytes(item[table.hash] as Value);
  const { total } = database.get<{ total: number | null }>(
    `SELECT SUM(size) AS total FROM (SELECT size FROM ${itemsOf(table)} WHERE h = ? AND p = ? LIMIT ${rows_max})`,
    ...[partitionHash(bytes), bytes],
  ) ?? { total: 0 };
  const estimate = (total ?? 0) / gigabyte;
  return { ItemCollectionKey: pick(item, [table.hash]), SizeEstimateRangeGB: [estimate, estimate] };
};
