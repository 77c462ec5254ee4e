import type { Catalog } from './catalog.ts';
import { openCatalog } from './catalog.ts';
import { type Chores, createChores } from './chores.ts';
import { openDatabase, type SqlDatabase } from './database.ts';
import { dropPortion } from './dropped.ts';
import { notePortion } from './expiries.ts';
import { type Indexes, type LagMs, openIndexes } from './indexes.ts';

/** The store that operations work on. */
export type Store = {
  readonly database: SqlDatabase;
  readonly tables: Catalog;
  readonly indexes: Indexes;
  readonly chores: Chores;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

export type StoreOptions = {
  /** Absent: the data are in memory. */
  readonly file?: string | undefined;
  readonly now: () => number;
  readonly lagMs: LagMs;
};

/** Opens the store; throws BadConfiguration. */
export const openStore = ({ file, now, lagMs }: StoreOptions): Store => {
  const database = openDatabase(file);
  try {
    const tables = openCatalog(database);
    const indexes = openIndexes(database, now, lagMs, () => chores.continue());
    const chores: Chores = createChores([
      () => dropPortion(database),
      () => notePortion(database, (name) => tables.find(name)?.shape),
      () => indexes.showPortion(),
    ]);
    return { database, tables, indexes, chores, now };
  } catch (error) {
    database.close();
    throw error;
  }
};
