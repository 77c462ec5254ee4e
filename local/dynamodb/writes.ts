import { tableAccessesOf } from './accesses.ts';
import type { Engine } from './engine.ts';

/** Notifies readers of a stream of writes, so that they need not poll all the time. */
export type Writes = {
  /** Whether it sees every write: those of the engine in this process, but not those that others make in another DynamoDB. */
  readonly areAll: boolean;
  /** Calls the listener after each write that may concern the table; the returned function stops that. */
  on(table: string, listener: () => void): () => void;
};

/** The same engine, and a subscription to its writes. */
export const watchWrites = (engine: Engine): { engine: Engine; writes: Writes } => {
  const listeners = new Set<{ readonly table: string; readonly listener: () => void }>();
  const notify = (written: string): void => {
    for (const { table, listener } of listeners) if (table === written) listener();
  };
  const call: Engine['call'] = async <T>(operation: string, input: unknown) => {
    const output = await engine.call<T>(operation, input);
    for (const { table, writes } of tableAccessesOf(operation, input)) if (writes) notify(table);
    return output;
  };
  const { own } = engine;
  const watched: Engine['own'] = own && {
    ...own,
    expire: (table, portion) => {
      const count = own.expire(table, portion);
      if (count > 0) notify(table);
      return count;
    },
  };
  return {
    engine: { ...engine, call, own: watched },
    writes: {
      areAll: own !== undefined,
      on: (table, listener) => {
        const entry = { table, listener };
        listeners.add(entry);
        return () => void listeners.delete(entry);
      },
    },
  };
};
