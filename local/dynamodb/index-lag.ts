import type { TableAccess } from './accesses.ts';
import { createTable, type EngineCaller, type Table } from './tables.ts';

/** Makes reads of global indexes show an older state, as DynamoDB's may at any time; reads of tables never do. */
export type IndexLag = {
  /** From now on indexes show what they hold at this moment. */
  hold(): Promise<void>;
  release(): Promise<void>;
};

/** What the service needs of the lag. */
export type Lag = IndexLag & {
  /** Runs `action` with the name of the table that a read of this index must go to. */
  reading<T>(access: TableAccess, action: (table: string) => Promise<T>): Promise<T>;
};

/**
 * The older state is kept as a second table with the same indexes, filled from the first when a hold begins; index reads go
 * there, so that filters, projections and pages are the engine's own.
 */
export const createLag = (engine: EngineCaller, tables: ReadonlyMap<string, Table>): Lag => {
  const indexed = [...tables.values()].filter(({ definition }) => definition.GlobalSecondaryIndexes);
  const reads = new Set<Promise<unknown>>();
  let held = false;
  const isGlobal = ({ table, index }: TableAccess): boolean =>
    tables.get(table)?.definition.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === index) === true;
  return {
    hold: async () => {
      for (const table of indexed) await copy(engine, table);
      held = true;
    },
    release: async () => {
      if (!held) return;
      held = false;
      await Promise.allSettled(reads);
      for (const { name } of indexed) await engine.call('DeleteTable', { TableName: olderName(name) });
    },
    reading: (access, action) => {
      if (!held || !isGlobal(access)) return action(access.table);
      const read = action(olderName(access.table));
      reads.add(read);
      return read.finally(() => reads.delete(read));
    },
  };
};

const olderName = (table: string): string => `${table}.older`;

const copy = async (engine: EngineCaller, { name, definition }: Table): Promise<void> => {
  const { StreamSpecification: _, ...shape } = definition;
  const TableName = olderName(name);
  // One may be left from a machine that was killed during a lag.
  await engine.call('DeleteTable', { TableName }).catch(() => {});
  await createTable(engine, { ...shape, TableName });
  let from: Attributes | undefined;
  do {
    const page: Page = await engine.call('Scan', { TableName: name, Limit: batch_items_max, ExclusiveStartKey: from });
    const requests = page.Items.map((Item) => ({ PutRequest: { Item } }));
    if (requests.length > 0) await engine.call('BatchWriteItem', { RequestItems: { [TableName]: requests } });
    from = page.LastEvaluatedKey;
  } while (from);
};

type Attributes = Readonly<Record<string, unknown>>;

type Page = { readonly Items: readonly Attributes[]; readonly LastEvaluatedKey?: Attributes };

const batch_items_max = 25;
