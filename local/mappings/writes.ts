import type { Engine } from '../engine.ts';

/** Tells who reads a stream that there is something to read, so that nobody has to ask all the time. */
export type Writes = {
  /** Calls the listener after each write that may have touched the table; the answer stops that. */
  on(table: string, listener: () => void): () => void;
};

/** The same engine, with an ear for its writes. */
export const hearWrites = (engine: Engine): { engine: Engine; writes: Writes } => {
  const listeners = new Set<{ readonly table: string; readonly listener: () => void }>();
  const tell = (operation: string, body: string | Buffer): void => {
    if (!writing.has(operation)) return;
    // A mention within an item wakes somebody for nothing, which costs less than understanding each request.
    for (const { table, listener } of listeners) if (body.includes(table)) listener();
  };
  const send: Engine['send'] = async (target, body) => {
    const answer = await engine.send(target, body);
    tell(target.split('.').at(-1) ?? '', body);
    return answer;
  };
  const call: Engine['call'] = async <T>(operation: string, input: unknown) => {
    const output = await engine.call<T>(operation, input);
    tell(operation, JSON.stringify(input));
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

const writing = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
  'BatchExecuteStatement',
]);
