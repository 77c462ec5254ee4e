import type { Engine } from '../../dynamodb/engine.ts';
import type { Table } from '../../dynamodb/tables.ts';
import { apply, type Change, copy, olderName, readBack } from './older-state.ts';
import type { Touch } from './touches.ts';

/** Makes reads of global indexes show an older state, as DynamoDB's may at any time; reads of tables never do. */
export type IndexLag = {
  /** From now on indexes show what they hold at this moment. */
  hold(): Promise<void>;
  /** From now on indexes show the state of `ms` milliseconds ago, but none before this moment; 0 is `release`. */
  set(ms: number): Promise<void>;
  /** Indexes are up to date again. */
  release(): Promise<void>;
};

/** What the service asks of the lag. */
export type Lag = IndexLag & {
  /** Runs `action` with the name of the table that a read of this index must go to. */
  reading<T>(touch: Touch, action: (table: string) => Promise<T>): Promise<T>;
  /** Must be told of every write once it is applied, before the caller hears of it. */
  wrote(touches: readonly Touch[]): Promise<void>;
};

/**
 * An older state is kept as a second table with the same indexes, filled from the first when a lag begins; index reads
 * go there, so that filters, projections and pages are the engine's own. While the lag is of `ms`, every item written
 * is read back and stored there once the time has passed. `now` is in milliseconds.
 */
export const createLag = (engine: Engine, tables: ReadonlyMap<string, Table>, now: () => number): Lag => {
  const indexed = [...tables.values()].filter(({ definition }) => definition.GlobalSecondaryIndexes);
  const state: State = {
    engine,
    tables,
    now,
    lag_ms: 0,
    showing: false,
    changes: [],
    line: Promise.resolve(),
    reads: new Set(),
  };
  const begin = (lag_ms: number) => inLine(state, () => start(state, indexed, lag_ms));
  const end = () => inLine(state, () => finish(state, indexed));
  return {
    hold: () => begin(Number.POSITIVE_INFINITY),
    set: async (ms) => (ms > 0 ? end().then(() => begin(ms)) : end()),
    release: end,
    reading: (touch, action) => (state.showing ? readOlder(state, touch, action) : action(touch.table)),
    wrote: async (touches) => {
      // Under a hold nothing written ever arrives, so nothing needs to be remembered.
      if (state.lag_ms === 0 || state.lag_ms === Number.POSITIVE_INFINITY) return;
      await inLine(state, () => remember(state, touches));
    },
  };
};

type State = {
  readonly engine: Engine;
  readonly tables: ReadonlyMap<string, Table>;
  readonly now: () => number;
  /** 0: no lag. */
  lag_ms: number;
  /** Whether the second tables are filled and index reads go there. */
  showing: boolean;
  changes: (Change & { readonly due: number })[];
  /** Ends a line in which all that changes the second tables waits, so that no older item overtakes a newer one. */
  line: Promise<unknown>;
  readonly reads: Set<Promise<unknown>>;
};

const inLine = <T>(state: State, action: () => Promise<T>): Promise<T> => {
  const turn = state.line.then(action);
  state.line = turn.catch(() => {});
  return turn;
};

const start = async (state: State, indexed: readonly Table[], lag_ms: number): Promise<void> => {
  if (state.showing) {
    await applyDue(state);
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

const readOlder = async <T>(state: State, touch: Touch, action: (table: string) => Promise<T>): Promise<T> => {
  const { definition } = state.tables.get(touch.table) ?? {};
  const isGlobal = definition?.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === touch.index);
  if (!isGlobal) return action(touch.table);
  await inLine(state, () => applyDue(state));
  if (!state.showing) return action(touch.table);
  const read = action(olderName(touch.table));
  state.reads.add(read);
  return read.finally(() => state.reads.delete(read));
};

const remember = async (state: State, touches: readonly Touch[]): Promise<void> => {
  const due = state.now() + state.lag_ms;
  const changes = await readBack(state.engine, state.tables, touches);
  state.changes.push(...changes.map((change) => ({ ...change, due })));
};

const applyDue = async (state: State): Promise<void> => {
  const now = state.now();
  const due = state.changes.filter((change) => change.due <= now);
  state.changes = state.changes.slice(due.length);
  for (const change of due) await apply(state.engine, change);
};
