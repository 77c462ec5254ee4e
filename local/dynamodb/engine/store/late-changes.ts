import type { SqlDatabase } from './database.ts';
import type { EntryChange } from './index-entries.ts';

// Changes of indexes that nobody sees yet, in the order in which they were made.

/** Makes what keeps them. */
export const prepareLate = (database: SqlDatabase): void => {
  database.run(
    `CREATE TABLE IF NOT EXISTS late (id INTEGER PRIMARY KEY AUTOINCREMENT, entries TEXT NOT NULL, at REAL NOT NULL,
      h INTEGER NOT NULL, p BLOB NOT NULL, s BLOB NOT NULL, tp BLOB NOT NULL, ts BLOB NOT NULL, size INTEGER, item TEXT)`,
  );
  database.run('CREATE INDEX IF NOT EXISTS late_entries ON late (entries, id)');
};

/** When the last of each index's changes is to be seen. */
export const lastTimes = (
  database: SqlDatabase,
): Iterable<{ readonly entries: string; readonly at: number }> =>
  database.rows(
    'SELECT entries, MAX(at) AS at FROM late WHERE entries NOT IN (SELECT name FROM dropped) GROUP BY entries',
  );

/** Keeps a change until its time. */
export const addLate = (
  database: SqlDatabase,
  at: number,
  { entries, h, p, s, tp, ts, item, size }: EntryChange,
): void => {
  database.run(
    'INSERT INTO late (entries, at, h, p, s, tp, ts, item, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...[entries, at, h, p, s, tp, ts, item, size],
  );
};

const bytes_max = 512 * 1024;

/** Takes up to so many changes of an index whose time has come; whether there may be more of them. */
export const takeLate = (
  database: SqlDatabase,
  entries: string,
  now_ms: number,
  count: number,
): { readonly due: readonly EntryChange[]; readonly isMore: boolean } => {
  const due: (EntryChange & { readonly id: number })[] = [];
  let bytes = 0;
  for (const change of database.rows<EntryChange & { readonly id: number; readonly at: number }>(
    'SELECT * FROM late WHERE entries = ? ORDER BY id LIMIT ?',
    ...[entries, count],
  )) {
    // None comes before one that was made earlier.
    if (change.at > now_ms) break;
    due.push(change);
    bytes += change.size;
    if (bytes > bytes_max) break;
  }
  const last = due.at(-1);
  if (last) database.run('DELETE FROM late WHERE entries = ? AND id <= ?', entries, last.id);
  return { due, isMore: due.length === count || bytes > bytes_max };
};
