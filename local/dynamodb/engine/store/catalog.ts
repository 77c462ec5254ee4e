import { AwsError } from '../../../errors.ts';
import type { SqlDatabase } from './database.ts';
import { dropLater, prepareDropped } from './dropped.ts';
import { noteLater, prepareExpiries } from './expiries.ts';
import { createRows, rowNamesOf } from './rows.ts';
import { shapeOf, type TableShape, type TableState } from './shapes.ts';

/** The tables that there are. */
export type Catalog = {
  find(name: string): FoundTable | undefined;
  /** The table of this name; throws ResourceNotFoundException. */
  shape(name: string): TableShape;
  /** Names in their order. */
  names(): string[];
  create(state: TableState): FoundTable;
  /** Another attribute of expiry, or none; what is there has to be noted by a chore. */
  setExpiry(name: string, expiry: string | undefined): void;
  /** Its rows are removed by a chore. */
  remove(name: string): void;
};

export type FoundTable = { readonly shape: TableShape; readonly state: TableState };

/** Opens the tables of a database, which may be new. */
export const openCatalog = (database: SqlDatabase): Catalog => {
  database.run(
    `CREATE TABLE IF NOT EXISTS tables (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, state TEXT NOT NULL,
      items INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0)`,
  );
  prepareDropped(database);
  prepareExpiries(database);
  const tables = new Map<string, FoundTable>();
  const remember = (id: number, state: TableState): FoundTable => {
    const entry = { shape: shapeOf(id, state), state };
    tables.set(state.definition.TableName, entry);
    return entry;
  };
  const stored = database.rows<{ id: number; state: string }>('SELECT id, state FROM tables');
  for (const { id, state } of stored) remember(id, JSON.parse(state));
  return {
    find: (name) => tables.get(name),
    shape: (name) => tables.get(name)?.shape ?? notFound(),
    names: () => [...tables.keys()].toSorted(),
    create: (state) => {
      const { TableName } = state.definition;
      const id = database.transaction(() => {
        database.run(
          'INSERT INTO tables (name, state) VALUES (?, ?)',
          TableName,
          JSON.stringify(state),
        );
        const row = database.get<{ id: number }>(
          'SELECT id FROM tables WHERE name = ?',
          TableName,
        ) ?? { id: 0 };
        createRows(database, shapeOf(row.id, state));
        return row.id;
      });
      return remember(id, state);
    },
    setExpiry: (name, expiry) => {
      const found = tables.get(name);
      if (!found) return;
      const state = { ...found.state, expiry };
      database.transaction(() => {
        database.run('UPDATE tables SET state = ? WHERE name = ?', JSON.stringify(state), name);
        if (expiry !== undefined) noteLater(database, found.shape);
      });
      remember(found.shape.id, state);
    },
    remove: (name) => {
      const { shape } = tables.get(name) ?? {};
      if (!shape) return;
      database.transaction(() => {
        dropLater(database, rowNamesOf(shape));
        database.run('DELETE FROM tables WHERE name = ?', name);
      });
      tables.delete(name);
    },
  };
};

const notFound = (): never => {
  throw new AwsError(400, 'ResourceNotFoundException', 'Requested resource not found');
};
