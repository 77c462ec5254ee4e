import type { Engine } from './engine.ts';

/** Notifies readers of a stream of writes, so that they need not poll all the time. */
export type Writes = {
  /** Calls the listener after each write that may concern the table; the returned function stops that. */
  on(table: string, listener: () => void): () => void;
};

/** The same engine, and a subscription to its writes. */
export const watchWrites = (engine: Engine): { engine: Engine; writes: Writes } => {
  const listeners = new Set<{ readonly table: string; readonly listener: () => void }>();
  const notify = (operation: string, body: string | Buffer): void => {
    if (!writing.has(operation)) return;
    // A mention of the name within an item notifies for nothing, which costs less than to parse each request.
    for (const { table, listener } of listeners) if (body.includes(table)) listener();
  };
  const send: Engine['send'] = async (target, body) => {
    const answer = await engine.send(target, body);
    notify(target.split('.').at(-1) ?? '', body);
    return answer;
  };
  const call: Engine['call'] = async <T>(operation: string, input: unknown) => {
    const output = await engine.call<T>(operation, input);
    notify(operation, JSON.stringify(input));
    return output;
  };
  return {
    engine: { ...engine, send, call },
    writes: {
      on: (table, listener) => {
        const entry = { table, listener };
        listeners.add(entry);
        return () => void listeners.delete(entry);
      },
    },
  };
};

const writing = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);
