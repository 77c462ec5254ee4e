import { type Connection, type Database, database } from './client.ts';

/** How the tables are read and written. */
export type Stores = { readonly connection: Connection; readonly db: Database };

/** Reads and writes through one connection. */
export const storesOf = (connection: Connection): Stores => ({
  connection,
  db: database(connection),
});
