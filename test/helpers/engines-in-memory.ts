import { type Core, coreOn } from '../../local/dynamodb/engine/core.ts';
import { openStore, type Store } from '../../local/dynamodb/engine/store/store.ts';

/** The time of an engine, and how long its indexes lag behind. */
type Times = { readonly now: () => number; readonly lag_ms: () => number };

type Engine = {
  readonly store: Store;
  readonly core: Core;
  /** The names of its tables. */
  readonly made: Set<string>;
  times: Times;
  /** Whether one of its indexes has ever lagged behind. */
  wasLate: boolean;
};

/** Empty engines that wait for another test. */
const idle: Engine[] = [];
const idle_max = 8;
const pages_max = 1_000;

/**
 * An engine in memory without items. To empty one takes less time than to make the tables of a new one, so a test gives its engine
 * back.
 */
export const takenEngine = (times: Times) => {
  const engine = idle.pop() ?? newEngine(times);
  engine.times = times;
  let isGiven = false;
  const core: Core = {
    ...engine.core,
    call: (operation, input) => {
      if (isGiven) throw new Error('The test has given these tables back.');
      return engine.core.call(operation, input);
    },
  };
  const giveBack = () => {
    if (isGiven) return;
    isGiven = true;
    if (engine.wasLate || idle.length === idle_max || pagesOf(engine) > pages_max)
      engine.core.close();
    else {
      empty(engine);
      idle.push(engine);
    }
  };
  return { core, made: engine.made, giveBack };
};

const newEngine = (times: Times): Engine => {
  const store = openStore({
    file: undefined,
    now: () => engine.times.now(),
    lagMs: () => {
      const lag_ms = engine.times.lag_ms();
      engine.wasLate ||= lag_ms > 0;
      return lag_ms;
    },
  });
  const engine: Engine = {
    store,
    core: coreOn(store),
    made: new Set(),
    times,
    wasLate: false,
  };
  return engine;
};

const pagesOf = ({ store }: Engine): number =>
  store.database.get<{ readonly page_count: number }>('PRAGMA page_count')?.page_count ?? 0;

/** Removes all rows; the tables stay. */
const empty = ({ store: { database } }: Engine): void => {
  const names = [
    ...database.rows<{ readonly name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('tables', 'sqlite_sequence')",
    ),
  ];
  for (const { name } of names) database.run(`DELETE FROM ${name}`);
  database.run('UPDATE tables SET items = 0, bytes = 0');
};
