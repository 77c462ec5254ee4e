import { unpackedText } from '../values/packing.ts';
import { type Attributes, attribute } from '../values/value.ts';
import type { SqlDatabase } from './database.ts';
import { itemsOf } from './rows.ts';
import type { TableShape } from './shapes.ts';

// A row notes when its item has expired. Where a table gets an attribute of expiry, the rows that are there are noted in portions.

/** The second after which an item has expired: what is no number never does. */
export const expirySecond = ({ expiry }: TableShape, item: Attributes): number | null => {
  const seconds = expiry === undefined ? undefined : attribute(item, expiry)?.N;
  return seconds === undefined ? null : Math.floor(Number(seconds));
};

/** Makes what remembers the tables whose rows are not noted yet, and up to which row they are. */
export const prepareExpiries = (database: SqlDatabase): void => {
  database.run(
    'CREATE TABLE IF NOT EXISTS pending_expiries (id INTEGER PRIMARY KEY, name TEXT NOT NULL, h INTEGER NOT NULL, p BLOB NOT NULL, s BLOB NOT NULL)',
  );
};

/** Marks a table whose rows have to be noted, from the first one on; inside a transaction. */
export const noteLater = (database: SqlDatabase, { id, name }: TableShape): void => {
  database.run(
    "INSERT OR REPLACE INTO pending_expiries (id, name, h, p, s) VALUES (?, ?, -1, x'', x'')",
    id,
    name,
  );
};

type RowPosition = { readonly h: number; readonly p: Uint8Array; readonly s: Uint8Array };
/** A row with what it notes. */
export type NotedRow = RowPosition & { readonly item: string; readonly expires: number | null };

const rows_max = 64;
const bytes_max = 512 * 1024;

/** Notes some rows of a table that is marked; whether there was one. */
export const notePortion = (
  database: SqlDatabase,
  find: (table: string) => TableShape | undefined,
): boolean => {
  const marked = database.get<RowPosition & { id: number; name: string }>(
    'SELECT * FROM pending_expiries LIMIT 1',
  );
  if (!marked) return false;
  const shape = find(marked.name);
  database.transaction(() => {
    const rows =
      shape?.id === marked.id && shape.expiry !== undefined
        ? rowsBehind(database, shape, marked)
        : [];
    for (const row of rows) if (shape) note(database, shape, row);
    const last = rows.at(-1);
    if (last)
      database.run(
        'UPDATE pending_expiries SET h = ?, p = ?, s = ? WHERE id = ?',
        last.h,
        last.p,
        last.s,
        marked.id,
      );
    else database.run('DELETE FROM pending_expiries WHERE id = ?', marked.id);
  });
  return true;
};

const rowsBehind = (
  database: SqlDatabase,
  table: TableShape,
  { h, p, s }: RowPosition,
): NotedRow[] => {
  const rows: NotedRow[] = [];
  let bytes = 0;
  for (const row of database.rows<NotedRow & { size: number }>(
    `SELECT h, p, s, size, expires, item FROM ${itemsOf(table)} WHERE (h, p, s) > (?, ?, ?) ORDER BY h, p, s LIMIT ${rows_max}`,
    ...[h, p, s],
  )) {
    rows.push(row);
    bytes += row.size;
    if (bytes > bytes_max) break;
  }
  return rows;
};

/** Notes when the item of a row has expired, where that is not what the row says. */
export const note = (
  database: SqlDatabase,
  table: TableShape,
  { h, p, s, item, expires }: NotedRow,
): void => {
  const second = expirySecond(table, unpackedText(item));
  if (second !== expires)
    database.run(
      `UPDATE ${itemsOf(table)} SET expires = ? WHERE h = ? AND p = ? AND s = ?`,
      second,
      h,
      p,
      s,
    );
};
