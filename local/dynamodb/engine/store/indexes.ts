import type { SqlDatabase } from './database.ts';
import { type IndexEntry, rowChanges, writeRow } from './index-entries.ts';
import type { RowKey } from './keys.ts';
import { addLate, lastTimes, prepareLate, takeLate } from './late-changes.ts';
import { entriesOf } from './rows.ts';
import type { IndexShape, TableShape } from './shapes.ts';

/** Indexes, whose changes may be seen some time after they were made. */
export type Indexes = {
  /** Replaces an entry of the item at this key of the table; inside a transaction. */
  change(
    table: TableShape,
    index: IndexShape,
    key: RowKey,
    before: IndexEntry | undefined,
    after: IndexEntry | undefined,
  ): void;
  /** Shows changes whose time has come, in their order, as many as a read can wait for; before each read of the index. */
  show(table: TableShape, index: IndexShape): void;
  /** Shows some of those that are left; whether there may be more. */
  showPortion(): boolean;
  /** Shows every change, whatever its time. */
  showAll(): void;
  /** The indexes of a table that is deleted show nothing any more. */
  forget(table: TableShape): void;
};

/** How many milliseconds pass until an index shows a change; zero: at once. */
export type LagMs = (table: string, index: string) => number;

/** How many changes are shown at a time: where another one is made, before a read, and between calls. */
const shown_max = { change: 2, read: 400, portion: 64 };

/** Opens the indexes; what was late when the engine ended is shown when its time has come. `onMore`: a read has left some. */
export const openIndexes = (
  database: SqlDatabase,
  now: () => number,
  lagMs: LagMs,
  onMore: () => void,
): Indexes => {
  prepareLate(database);
  /** When the last of an index's late changes is shown: no change overtakes one before it. */
  const waiting = new Map<string, number>();
  for (const { entries, at } of lastTimes(database)) waiting.set(entries, at);
  const showSome = (entries: string, now_ms: number, count: number): boolean => {
    const { due, isMore } = takeLate(database, entries, now_ms, count);
    for (const change of due) writeRow(database, change);
    return isMore;
  };
  const showNow = (entries: string, now_ms: number, count: number): boolean => {
    const isMore = database.transaction(() => showSome(entries, now_ms, count));
    if (!isMore && now_ms >= (waiting.get(entries) ?? 0)) waiting.delete(entries);
    return isMore;
  };
  const showPortion = (now_ms: number): boolean =>
    [...waiting.keys()].some((entries) => showNow(entries, now_ms, shown_max.portion));
  return {
    change: (table, index, key, before, after) => {
      const entries = entriesOf(table, index);
      const at = Math.max(waiting.get(entries) ?? 0, now() + lagMs(table.name, index.name));
      const isLate = waiting.has(entries) || at > now();
      for (const change of rowChanges(entries, key, before, after)) {
        if (!isLate) writeRow(database, change);
        else addLate(database, at, change);
      }
      if (!isLate) return;
      waiting.set(entries, at);
      // An index that nobody reads still catches up.
      showSome(entries, now(), shown_max.change);
    },
    show: (table, index) => {
      const entries = entriesOf(table, index);
      if (waiting.has(entries) && showNow(entries, now(), shown_max.read)) onMore();
    },
    showPortion: () => showPortion(now()),
    showAll: () => {
      while (showPortion(Number.POSITIVE_INFINITY));
    },
    forget: (table) => {
      for (const index of table.indexes) waiting.delete(entriesOf(table, index));
    },
  };
};
