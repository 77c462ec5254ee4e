import type { Attributes, TableAccess } from './accesses.ts';
import { createTable, type EngineCaller, type Table } from './tables.ts';

/** Makes reads of global indexes show an older state, as DynamoDB's may at any time; reads of tables never do. */
export type IndexLag = {
  /** From now on indexes show what they hold at this moment. */
  hold(): Promise<void>;
  /** From now on indexes show the state of `ms` milliseconds ago, but none before this moment; 0 is `release`. */
  set(ms: number): Promise<void>;
  release(): Promise<void>;
};

/** What the service needs of the lag. */
export type Lag = IndexLag & {
  /** Runs `action` with the name of the table that a read of this index must go to. */
  reading<T>(access: TableAccess, action: (table: string) => Promise<T>): Promise<T>;
  /** Call it for every write once it is applied, before the caller gets its answer. */
  wrote(accesses: readonly TableAccess[]): Promise<void>;
};

/**
 * An older state is kept as a second table with the same indexes, filled from the first when a lag begins; index reads
 * go there, so that filters, projections and pages are the engine's own. While the lag is of `ms`, every item written
 * is read back and stored there once the time has passed. `now` is in milliseconds.
 */
export const createLag = (engine: EngineCaller, tables: ReadonlyMap<string, Table>, now: () => number): Lag => {
  const indexed = [...tables.values()].filter(({ definition }) => definition.GlobalSecondaryIndexes);
  const state: State = {
    ...{ engine, tables, now, lag_ms: 0, showing: false, changes: [] },
    ...{ line: Promise.resolve(), reads: new Set() },
  };
  const begin = (lag_ms: number) => inLine(state, () => start(state, indexed, lag_ms));
  const end = () => inLine(state, () => finish(state, indexed));
  return {
    hold: () => begin(Number.POSITIVE_INFINITY),
    set: async (ms) => (ms > 0 ? end().then(() => begin(ms)) : end()),
    release: end,
    reading: (access, action) => (state.showing ? readOlder(state, access, action) : action(access.table)),
    wrote: async (accesses) => {
      // Under a hold no write ever arrives, so none needs to be kept.
      if (state.lag_ms === 0 || state.lag_ms === Number.POSITIVE_INFINITY) return;
      await inLine(state, () => remember(state, accesses));
    },
  };
};

type State = {
  readonly engine: EngineCaller;
  readonly tables: ReadonlyMap<string, Table>;
  readonly now: () => number;
  /** 0: no lag. */
  lag_ms: number;
  /** Whether the second tables are filled and index reads go there. */
  showing: boolean;
  changes: (Change & { readonly apply_at: number })[];
  /** Ends the queue of all changes to the second tables, so that no older item overtakes a newer one. */
  line: Promise<unknown>;
  readonly reads: Set<Promise<unknown>>;
};

const inLine = <T>(state: State, action: () => Promise<T>): Promise<T> => {
  const result = state.line.then(action);
  state.line = result.catch(() => {});
  return result;
};

const start = async (state: State, indexed: readonly Table[], lag_ms: number): Promise<void> => {
  if (state.showing) {
    await applyScheduled(state);
    state.changes = [];
    state.lag_ms = lag_ms;
    return;
  }
  state.lag_ms = lag_ms;
  for (const table of indexed) await copy(state.engine, table);
  state.showing = true;
};

const finish = async (state: State, indexed: readonly Table[]): Promise<void> => {
  state.lag_ms = 0;
  state.changes = [];
  if (!state.showing) return;
  state.showing = false;
  await Promise.allSettled(state.reads);
  for (const { name } of indexed) await state.engine.call('DeleteTable', { TableName: olderName(name) });
};

const readOlder = async <T>(state: State, access: TableAccess, action: (table: string) => Promise<T>): Promise<T> => {
  const { definition } = state.tables.get(access.table) ?? {};
  const isGlobal = definition?.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === access.index);
  if (!isGlobal) return action(access.table);
  await inLine(state, () => applyScheduled(state));
  if (!state.showing) return action(access.table);
  const read = action(olderName(access.table));
  state.reads.add(read);
  return read.finally(() => state.reads.delete(read));
};

const remember = async (state: State, accesses: readonly TableAccess[]): Promise<void> => {
  const apply_at = state.now() + state.lag_ms;
  const changes = await readBack(state.engine, state.tables, accesses);
  state.changes.push(...changes.map((change) => ({ ...change, apply_at })));
};

const applyScheduled = async (state: State): Promise<void> => {
  const now = state.now();
  const ready = state.changes.filter((change) => change.apply_at <= now);
  state.changes = state.changes.slice(ready.length);
  for (const change of ready) await apply(state.engine, change);
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

type Page = { readonly Items: readonly Attributes[]; readonly LastEvaluatedKey?: Attributes };

const batch_items_max = 25;

type Change = { readonly table: Table; readonly key: Attributes; readonly item: Attributes | undefined };

const readBack = async (
  engine: EngineCaller,
  tables: ReadonlyMap<string, Table>,
  accesses: readonly TableAccess[],
): Promise<Change[]> => {
  const changes: Change[] = [];
  for (const { table: name, writes = [] } of accesses) {
    const table = tables.get(name);
    if (!table?.definition.GlobalSecondaryIndexes) continue;
    for (const written of writes) {
      const key = Object.fromEntries(table.key.map((attribute) => [attribute, written[attribute]]));
      const input = { TableName: name, Key: key, ConsistentRead: true };
      changes.push({ table, key, item: (await engine.call<{ Item?: Attributes }>('GetItem', input)).Item });
    }
  }
  return changes;
};

const apply = async (engine: EngineCaller, { table, key, item }: Change): Promise<void> => {
  const TableName = olderName(table.name);
  if (item) await engine.call('PutItem', { TableName, Item: item });
  else await engine.call('DeleteItem', { TableName, Key: key });
};
