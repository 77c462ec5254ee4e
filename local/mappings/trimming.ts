import { setImmediate as breathe } from 'node:timers/promises';
import type { StreamRecords } from '../engine/stream-records.ts';

/** Deletes stream records of more than a day, as DynamoDB does. */
export type Trimming = {
  /** Looks through all streams once, now; how many records were deleted. */
  trim(): Promise<number>;
  /** Resolves when nothing is looked at any more. */
  stop(): Promise<void>;
};

/** What is to be trimmed. */
export type TrimmingOptions = {
  /** Absent: the engine is somebody else's, who trims it. */
  readonly records: StreamRecords | undefined;
  /** Names of the tables that this machine runs. */
  readonly tables: readonly string[];
  /** The lowest position in a table's stream that somebody goes on from; what comes after it stays, however old. */
  readonly neededFrom: (table: string) => number;
  /** The clock, in milliseconds; absent: the machine's. */
  readonly now?: () => number;
};

/** Trims now and then until it is stopped. */
export const startTrimming = ({ records, tables, neededFrom, now = Date.now }: TrimmingOptions): Trimming => {
  let stopped = false;
  let running = Promise.resolve(0);
  const look = async (): Promise<number> => {
    let deleted = 0;
    for (const table of tables) {
      for (let found = portion; records && found === portion && !stopped; deleted += found) {
        found = records.trim(table, { before_ms: now() - kept_ms, beforeNumber: neededFrom(table) }, portion);
        await breathe();
      }
    }
    return deleted;
  };
  const trim = (): Promise<number> => {
    const turn = running.then(look);
    running = turn.catch(() => 0);
    return turn;
  };
  // What one look could not do, because the file was busy for long, the next makes up for.
  const lookAgain = (): void => void trim().catch(() => {});
  const timer = setInterval(lookAgain, interval_ms).unref();
  lookAgain();
  return {
    trim,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
};

/** DynamoDB keeps stream records for a day. */
const kept_ms = 24 * 60 * 60_000;
const interval_ms = 10 * 60_000;
/** So many at a time keep neither us nor the engine for long. */
const portion = 1_000;
