import { isEqual } from '../values/compare.ts';
import { storableSize } from '../values/size.ts';
import type { Attributes } from '../values/value.ts';
import { expirySecond } from './expiries.ts';
import { entryOf, type IndexEntry, isSameRow } from './index-entries.ts';
import { type RowKey, rowKeyOf } from './keys.ts';
import { addCounts, readItem, type Stored, writeItem } from './rows.ts';
import type { TableShape } from './shapes.ts';
import type { Store } from './store.ts';
import { record, type ServicePrincipal } from './stream.ts';

/** An item before and after a write. */
export type ItemChange = {
  readonly table: TableShape;
  readonly key: RowKey;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
};

/** The units that a write costs: of the table, and of each index that it changes. */
export type WriteUnits = { readonly table: number; readonly indexes: ReadonlyMap<string, number> };

/** The row of a key or an item, and the item that is stored there. */
export const found = (
  { database }: Store,
  table: TableShape,
  item: Attributes,
): { key: RowKey; before: Stored | undefined } => {
  const key = rowKeyOf(table, item);
  return { key, before: readItem(database, table, key) };
};

/** An item with its size; throws a ValidationException where it, or a key of an index in it, cannot be stored. */
export const storable = (table: TableShape, item: Attributes, tooLarge?: string): Stored => {
  const stored = { item, size: storableSize(item, tooLarge) };
  for (const index of table.indexes) entryOf(index, stored);
  return stored;
};

/** Writes a change with its indexes and its stream record; inside a transaction. */
export const apply = (
  store: Store,
  change: ItemChange,
  principal?: ServicePrincipal,
): WriteUnits => {
  const { database, indexes, now } = store;
  const { table, key, before, after } = change;
  if (before === undefined && after === undefined) return { table: 1, indexes: new Map() };
  writeItem(database, table, key, after, after ? expirySecond(table, after.item) : null);
  const units = new Map<string, number>();
  for (const index of table.indexes) {
    const old = before && entryOf(index, before);
    const next = after && entryOf(index, after);
    if ((!old && !next) || (old && next && isEqual({ M: old.item }, { M: next.item }))) continue;
    indexes.change(table, index, key, old, next);
    units.set(index.name, entryUnits(old, next));
  }
  record(database, table, now(), { before, after, principal });
  addCounts(
    database,
    table,
    Number(Boolean(after)) - Number(Boolean(before)),
    (after?.size ?? 0) - (before?.size ?? 0),
  );
  return { table: writeUnits(Math.max(before?.size ?? 0, after?.size ?? 0)), indexes: units };
};

/** An entry that moves is deleted and written again. */
const entryUnits = (old: IndexEntry | undefined, next: IndexEntry | undefined): number => {
  if (old && next && !isSameRow(old.row, next.row))
    return writeUnits(old.size) + writeUnits(next.size);
  return writeUnits(Math.max(old?.size ?? 0, next?.size ?? 0));
};

/** A unit for each KB, the last one rounded up. */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** A unit for each 4 KB, the last ones rounded up, and half of that for a read that need not be consistent. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
