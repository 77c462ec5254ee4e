import { packedText } from '../values/packing.ts';
import { itemSize } from '../values/size.ts';
import type { Attributes } from '../values/value.ts';
import type { SqlDatabase } from './database.ts';
import { indexRowOf, type RowKey } from './keys.ts';
import type { Stored } from './rows.ts';
import { type IndexShape, pick } from './shapes.ts';

/** An item as an index has it. */
export type IndexEntry = { readonly row: RowKey; readonly item: Attributes; readonly size: number };

/** The entry of an item in an index; undefined where the index leaves it out. */
export const entryOf = (index: IndexShape, { item, size }: Stored): IndexEntry | undefined => {
  const row = indexRowOf(index, item);
  if (!row) return undefined;
  if (index.attributes === undefined) return { row, item, size };
  const projected = pick(item, index.attributes);
  return { row, item: projected, size: itemSize(projected) };
};

/** A change of one row of an index; without an item it is removed. */
export type EntryChange = {
  /** The SQLite table of the index. */
  readonly entries: string;
  readonly h: number;
  readonly p: Uint8Array;
  readonly s: Uint8Array;
  readonly tp: Uint8Array;
  readonly ts: Uint8Array;
  readonly item: string | null;
  readonly size: number;
};

/**
 * The changes in an index when an item changes: an entry that moves is removed and written again.
 */
export const rowChanges = (
  entries: string,
  [, tp, ts]: RowKey,
  before: IndexEntry | undefined,
  after: IndexEntry | undefined,
): EntryChange[] => {
  const at = ([h, p, s]: RowKey) => ({ entries, h, p, s, tp, ts });
  const isMoved = before && !(after && isSameRow(before.row, after.row));
  return [
    ...(isMoved ? [{ ...at(before.row), item: null, size: 0 }] : []),
    ...(after ? [{ ...at(after.row), item: packedText(after.item), size: after.size }] : []),
  ];
};

/** Makes a change. */
export const writeRow = (
  database: SqlDatabase,
  { entries, h, p, s, tp, ts, item, size }: EntryChange,
): void => {
  const key = [h, p, s, tp, ts] as const;
  if (item === null)
    database.run(
      `DELETE FROM ${entries} WHERE h = ? AND p = ? AND s = ? AND tp = ? AND ts = ?`,
      ...key,
    );
  else
    database.run(
      `INSERT INTO ${entries} (h, p, s, tp, ts, item, size) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET item = excluded.item, size = excluded.size`,
      ...[...key, item, size],
    );
};

/** Whether two entries of one item lie at the same place of an index. */
export const isSameRow = (one: RowKey, other: RowKey): boolean =>
  one[0] === other[0] && one[1].equals(other[1]) && one[2].equals(other[2]);
