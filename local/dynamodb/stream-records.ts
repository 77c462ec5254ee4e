import { DatabaseSync } from 'node:sqlite';
import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** The engine's stream records, which it neither indexes nor ever deletes by itself. */
export type StreamRecords = {
  /**
   * Deletes up to `portion` records of a table, oldest first, that are older than this time and have a lower number; how
   * many. The last record always stays, because the engine counts on from it.
   */
  trim(table: string, limits: { readonly before_ms: number; readonly beforeNumber: number }, portion: number): number;
  close(): void;
};

/** Opens the file beside the engine that runs on it, and adds the index that every write and read of a stream needs. */
export const openStreamRecords = (file: string): StreamRecords => {
  // Either side waits while the other one writes.
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec(`CREATE INDEX IF NOT EXISTS _stream_records_in_order ON _stream_records (table_name, ${number})`);
  const last = database.prepare(`SELECT MAX(${number}) AS number FROM _stream_records WHERE table_name = ?`);
  const remove = database.prepare(
    `DELETE FROM _stream_records WHERE id IN (
       SELECT id FROM _stream_records WHERE table_name = ? AND created_at < ? AND ${number} < ?
       ORDER BY ${number} LIMIT ?)`,
  );
  return {
    trim: (table, { before_ms, beforeNumber }, portion) => {
      const lastNumber = Number(last.get(table)?.number ?? 0);
      const { changes } = remove.run(table, Math.floor(before_ms / 1000), Math.min(beforeNumber, lastNumber), portion);
      return Number(changes);
    },
    close: () => database.close(),
  };
};

/** As the engine writes it: an index serves only the very same expression. */
const number = 'CAST(sequence_number AS INTEGER)';

/** Deletes stream records of more than a day, as DynamoDB does. */
export type Trimming = { trim(): Promise<number>; stop(): Promise<void> };

type TrimmingOptions = {
  /** Absent: the engine is not ours, and its owner trims it. */
  readonly records: StreamRecords | undefined;
  readonly tables: readonly string[];
  /** The lowest position in a table's stream that a mapping goes on from; later records stay, however old. */
  readonly neededFrom: (table: string) => number;
};

/** Trims from time to time until it is stopped. */
export const startTrimming = ({ records, tables, neededFrom }: TrimmingOptions): Trimming => {
  let isStopped = false;
  let running = Promise.resolve(0);
  const trimAll = async (): Promise<number> => {
    let deleted = 0;
    for (const table of tables) {
      for (let found = portion; records && found === portion && !isStopped; deleted += found) {
        found = records.trim(table, { before_ms: Date.now() - kept_ms, beforeNumber: neededFrom(table) }, portion);
        await yieldToOthers();
      }
    }
    return deleted;
  };
  const trim = (): Promise<number> => {
    const run = running.then(trimAll);
    running = run.catch(() => 0);
    return run;
  };
  // What one run could not do, because the file was busy for long, the next one does.
  const trimInBackground = (): void => void trim().catch(() => {});
  const timer = setInterval(trimInBackground, interval_ms).unref();
  trimInBackground();
  return {
    trim,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
};

const kept_ms = 24 * 60 * 60_000;
const interval_ms = 10 * 60_000;
/** Small enough to block neither this process nor the engine for long. */
const portion = 1_000;
