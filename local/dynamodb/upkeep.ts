import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { reportFailure } from './engine/store/chores.ts';
import type { Engine } from './engine.ts';

/** Deletes from time to time what DynamoDB deletes by itself: items that have expired, and stream records of more than a day. */
export type Upkeep = {
  /** How many items. */
  expire(): Promise<number>;
  /** How many records. */
  trim(): Promise<number>;
  stop(): Promise<void>;
};

export type UpkeepOptions = {
  readonly engine: Engine;
  readonly tables: readonly string[];
  /** The lowest position in a table's stream that a mapping goes on from; later records stay, however old. */
  readonly neededFrom: (table: string) => number;
  /** Between two looks for items that have expired; absent: a minute. */
  readonly expire_every_ms?: number;
};

/** Begins with it, until it is stopped. */
export const startUpkeep = (options: UpkeepOptions): Upkeep => {
  const { engine, tables, neededFrom, expire_every_ms = 60_000 } = options;
  let isStopped = false;
  let running = Promise.resolve(0);
  /** One after another, in portions between which others get their turn. */
  const inPortions =
    (portionOf: (own: NonNullable<Engine['own']>, table: string) => number) =>
    (): Promise<number> => {
      const run = running.then(async () => {
        let deleted = 0;
        for (const table of tables)
          for (
            let found = portion;
            engine.own && found === portion && !isStopped;
            deleted += found
          ) {
            found = portionOf(engine.own, table);
            await yieldToOthers();
          }
        return deleted;
      });
      running = run.catch(() => 0);
      return run;
    };
  const expire = inPortions((own, table) => own.expire(table, portion));
  const trim = inPortions((own, table) =>
    own.trim(table, { before_ms: Date.now() - kept_ms, beforeNumber: neededFrom(table) }, portion),
  );
  // The next run does what this one could not.
  const often = (action: () => Promise<number>, interval_ms: number) =>
    setInterval(() => void action().catch(reportFailure), interval_ms).unref();
  const timers = [often(expire, expire_every_ms), often(trim, trim_every_ms)];
  void trim().catch(reportFailure);
  return {
    expire,
    trim,
    stop: async () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
};

const kept_ms = 24 * 60 * 60_000;
const trim_every_ms = 10 * 60_000;
/** Small enough to hold nobody up. */
const portion = 100;
