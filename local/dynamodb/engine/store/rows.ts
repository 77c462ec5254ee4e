import { packedText, unpackedText } from '../values/packing.ts';
import type { Attributes } from '../values/value.ts';
import type { SqlDatabase } from './database.ts';
import type { RowKey } from './keys.ts';
import type { IndexShape, TableShape } from './shapes.ts';

/** An item as it is stored, and its size as DynamoDB counts it. */
export type Stored = { readonly item: Attributes; readonly size: number };

/** The names of the SQLite tables. */
export const itemsOf = ({ id }: TableShape): string => `items_${id}`;
export const entriesOf = ({ id }: TableShape, { number }: IndexShape): string =>
  `index_${id}_${number}`;
export const recordsOf = ({ id }: TableShape): string => `records_${id}`;

/** Makes what holds the rows of a table. */
export const createRows = (database: SqlDatabase, table: TableShape): void => {
  const key = 'h INTEGER NOT NULL, p BLOB NOT NULL, s BLOB NOT NULL';
  const items = itemsOf(table);
  // The size comes before the item, so that reading the sizes of large items does not read these.
  database.run(
    `CREATE TABLE ${items} (${key}, size INTEGER NOT NULL, expires INTEGER, item TEXT NOT NULL, PRIMARY KEY (h, p, s)) WITHOUT ROWID`,
  );
  database.run(`CREATE INDEX ${items}_expires ON ${items} (expires) WHERE expires IS NOT NULL`);
  for (const index of table.indexes)
    database.run(
      `CREATE TABLE ${entriesOf(table, index)} (${key}, tp BLOB NOT NULL, ts BLOB NOT NULL, ` +
        'size INTEGER NOT NULL, item TEXT NOT NULL, PRIMARY KEY (h, p, s, tp, ts)) WITHOUT ROWID',
    );
  database.run(
    `CREATE TABLE ${recordsOf(table)} (number INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, record TEXT NOT NULL)`,
  );
};

/** The names of all SQLite tables of a table. */
export const rowNamesOf = (table: TableShape): string[] => [
  itemsOf(table),
  recordsOf(table),
  ...table.indexes.map((index) => entriesOf(table, index)),
];

/** The columns that are the key of such a table. */
export const keyColumnsOf = (name: string): string => {
  if (name.startsWith('records_')) return 'number';
  return name.startsWith('index_') ? 'h, p, s, tp, ts' : 'h, p, s';
};

/** The item at a key. */
export const readItem = (
  database: SqlDatabase,
  table: TableShape,
  [h, p, s]: RowKey,
): Stored | undefined => {
  const row = database.get<{ item: string; size: number }>(
    `SELECT item, size FROM ${itemsOf(table)} WHERE h = ? AND p = ? AND s = ?`,
    ...[h, p, s],
  );
  return row && { item: unpackedText(row.item), size: row.size };
};

/** Stores an item at its key, or deletes what is there. */
export const writeItem = (
  database: SqlDatabase,
  table: TableShape,
  [h, p, s]: RowKey,
  after: Stored | undefined,
  expires: number | null,
): void => {
  if (!after) {
    database.run(`DELETE FROM ${itemsOf(table)} WHERE h = ? AND p = ? AND s = ?`, h, p, s);
    return;
  }
  database.run(
    `INSERT INTO ${itemsOf(table)} (h, p, s, item, size, expires) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET item = excluded.item, size = excluded.size, expires = excluded.expires`,
    ...[h, p, s, packedText(after.item), after.size, expires],
  );
};

/** The number and the bytes of a table's items, as recorded. */
export const countsOf = (
  database: SqlDatabase,
  { id }: TableShape,
): { items: number; bytes: number } =>
  database.get<{ items: number; bytes: number }>(
    'SELECT items, bytes FROM tables WHERE id = ?',
    id,
  ) ?? {
    items: 0,
    bytes: 0,
  };

/** Counts what was written. */
export const addCounts = (
  database: SqlDatabase,
  { id }: TableShape,
  items: number,
  bytes: number,
): void => {
  if (items !== 0 || bytes !== 0)
    database.run(
      'UPDATE tables SET items = items + ?, bytes = bytes + ? WHERE id = ?',
      items,
      bytes,
      id,
    );
};
