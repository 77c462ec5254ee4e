import { packedText } from '../values/packing.ts';
import { itemSize } from '../values/size.ts';
import type { Attributes } from '../values/value.ts';
import type { SqlDatabase } from './database.ts';
import { indexRowOf, type RowKey } from './keys.ts';
import { entriesOf, type Stored } from './rows.ts';
import { type IndexShape, pick, type TableShape } from './shapes.ts';

/** What an index has of an item. */
export type IndexEntry = { readonly row: RowKey; readonly item: Attributes; readonly size: number };

/** The entry of an item in an index; undefined where the index leaves it out. */
export const entryOf = (index: IndexShape, { item, size }: Stored): IndexEntry | undefined => {
  const row = indexRowOf(index, item);
  if (!row) return undefined;
  if (index.attributes === undefined) return { row, item, size };
  const projected = pick(item, index.attributes);
  return { row, item: projected, size: itemSize(projected) };
};

/** Indexes, whose changes may be seen some time after they were made. */
export type Indexes = {
  /** Replaces an entry of the item at this key of the table. */
  change(
    table: TableShape,
    index: IndexShape,
    key: RowKey,
    before: IndexEntry | undefined,
    after: IndexEntry | undefined,
  ): void;
  /** Shows the changes whose time has come; before each read of the index. */
  show(table: TableShape, index: IndexShape): void;
  /** Shows every change, whatever its time. */
  showAll(): void;
};

/** How many milliseconds pass until an index shows a change; zero: at once. */
export type LagMs = (table: string, index: string) => number;

type Late = {
  readonly id: number;
  readonly entries: string;
  readonly h: number;
  readonly p: Uint8Array;
  readonly s: Uint8Array;
  readonly tp: Uint8Array;
  readonly ts: Uint8Array;
  readonly item: string | null;
  readonly size: number;
};

/** Opens the indexes; what was late when the engine ended is shown when its time has come. */
export const openIndexes = (database: SqlDatabase, now: () => number, lagMs: LagMs): Indexes => {
  database.run(
    `CREATE TABLE IF NOT EXISTS late (id INTEGER PRIMARY KEY AUTOINCREMENT, entries TEXT NOT NULL, at REAL NOT NULL,
      h INTEGER NOT NULL, p BLOB NOT NULL, s BLOB NOT NULL, tp BLOB NOT NULL, ts BLOB NOT NULL, item TEXT, size INTEGER)`,
  );
  database.run('CREATE INDEX IF NOT EXISTS late_entries ON late (entries, id)');
  /** When the last of an index's late changes is shown: no change overtakes one before it. */
  const waiting = new Map<string, number>();
  for (const { entries, at } of database.rows<{ entries: string; at: number }>(
    'SELECT entries, MAX(at) AS at FROM late GROUP BY entries',
  ))
    waiting.set(entries, at);
  const write = (
    entries: string,
    [h, p, s]: readonly [number, Uint8Array, Uint8Array],
    tp: Uint8Array,
    ts: Uint8Array,
    text: string | null,
    size: number,
  ) => {
    if (text === null)
      return database.run(
        `DELETE FROM ${entries} WHERE h = ? AND p = ? AND s = ? AND tp = ? AND ts = ?`,
        h,
        p,
        s,
        tp,
        ts,
      );
    database.run(
      `INSERT INTO ${entries} (h, p, s, tp, ts, item, size) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET item = excluded.item, size = excluded.size`,
      ...[h, p, s, tp, ts, text, size],
    );
  };
  const showUntil = (entries: string, at: number): void => {
    const due = database.rows<Late>('SELECT * FROM late WHERE entries = ? AND at <= ? ORDER BY id', entries, at);
    for (const late of [...due]) {
      write(entries, [late.h, late.p, late.s], late.tp, late.ts, late.item, late.size);
      database.run('DELETE FROM late WHERE id = ?', late.id);
    }
    if (at >= (waiting.get(entries) ?? 0)) waiting.delete(entries);
  };
  return {
    change: (table, index, [, tp, ts], before, after) => {
      const entries = entriesOf(table, index);
      const at = Math.max(waiting.get(entries) ?? 0, now() + lagMs(table.name, index.name));
      const isLate = waiting.has(entries) || at > now();
      const put = (row: RowKey, text: string | null, size: number): void => {
        if (!isLate) {
          write(entries, row, tp, ts, text, size);
          return;
        }
        waiting.set(entries, at);
        database.run(
          'INSERT INTO late (entries, at, h, p, s, tp, ts, item, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
          ...[entries, at, row[0], row[1], row[2], tp, ts, text, size],
        );
      };
      if (before && !(after && isSameRow(before.row, after.row))) put(before.row, null, 0);
      if (after) put(after.row, packedText(after.item), after.size);
    },
    show: (table, index) => {
      const entries = entriesOf(table, index);
      if (waiting.has(entries)) database.transaction(() => showUntil(entries, now()));
    },
    showAll: () =>
      database.transaction(() => {
        for (const entries of [...waiting.keys()]) showUntil(entries, Number.POSITIVE_INFINITY);
      }),
  };
};

/** Whether two entries of one item lie at the same place of an index. */
export const isSameRow = (one: RowKey, other: RowKey): boolean =>
  one[0] === other[0] && one[1].equals(other[1]) && one[2].equals(other[2]);
