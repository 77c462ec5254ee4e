import { type WritesAlone, writesAlone } from '../store/commit-alone.ts';
import { sharedReads } from '../store/shared-reads.ts';
import { sharedWrites } from '../store/shared-writes.ts';
import { type Connection, type Database, database } from './client.ts';

/** How the tables are read and written. */
export type Stores = {
  readonly connection: Connection;
  readonly db: Database;
  /** Makes what is no transaction: one write. */
  readonly alone: WritesAlone;
};

/** Each read and each write in a call of its own. */
export const storesOf = (connection: Connection): Stores => ({
  connection,
  db: database(connection),
  alone: writesAlone(connection),
});

/** The same of the messages of a batch, of which so many are under way: what they ask at about the same time is one call. */
export const sharedStores = (connection: Connection, underWay: () => number): Stores => ({
  connection,
  db: sharedReads(database(connection), underWay),
  alone: sharedWrites(connection, underWay),
});
