import type { SqlDatabase } from './database.ts';
import { keyColumnsOf } from './rows.ts';

// The rows of a deleted table are out of reach at once, since their names are never used again, and are removed in portions.

/** Makes what remembers them. */
export const prepareDropped = (database: SqlDatabase): void => {
  database.run('CREATE TABLE IF NOT EXISTS dropped (name TEXT PRIMARY KEY) WITHOUT ROWID');
};

/** Marks the rows of these names; inside a transaction. */
export const dropLater = (database: SqlDatabase, names: readonly string[]): void => {
  for (const name of names) database.run('INSERT INTO dropped (name) VALUES (?)', name);
};

const rows_max = 64;

/** Removes some rows of a name that is marked; whether there was one. */
export const dropPortion = (database: SqlDatabase): boolean => {
  const { name } = database.get<{ name: string }>('SELECT name FROM dropped LIMIT 1') ?? {};
  if (name === undefined) return false;
  database.transaction(() => {
    const removed =
      removeFrom(database, name, keyColumnsOf(name)) + removeFrom(database, 'late', 'id', name);
    if (removed > 0) return;
    database.run(`DROP TABLE ${name}`);
    database.run('DELETE FROM dropped WHERE name = ?', name);
  });
  return true;
};

/** Removes some rows, of a late change those of an index; how many. */
const removeFrom = (database: SqlDatabase, name: string, key: string, entries?: string): number => {
  const some = `SELECT ${key} FROM ${name} ${entries === undefined ? '' : 'WHERE entries = ?'} LIMIT ${rows_max}`;
  const sql = `DELETE FROM ${name} WHERE (${key}) IN (${some})`;
  return database.run(sql, ...(entries === undefined ? [] : [entries]));
};
