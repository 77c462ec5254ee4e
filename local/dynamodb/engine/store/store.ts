import type { Catalog } from './catalog.ts';
import { openCatalog } from './catalog.ts';
import { openDatabase, type SqlDatabase } from './database.ts';
import { type Indexes, type LagMs, openIndexes } from './index-entries.ts';

/** What operations work on. */
export type Store = {
  readonly database: SqlDatabase;
  readonly tables: Catalog;
  readonly indexes: Indexes;
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
    return { database, now, indexes: openIndexes(database, now, lagMs), tables: openCatalog(database) };
  } catch (error) {
    database.close();
    throw error;
  }
};
