import { after } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { WalkRequest, Walks } from './answering.ts';

/** Asks for a walk of a thread; resolves to what it finds. */
type Ask<W extends Walks> = <N extends keyof W & string>(
  walk: N,
  of: Parameters<W[N]>[0],
) => ReturnType<W[N]>;

/**
 * The walks of a module, in a thread of their own. The runner of tests follows every promise of the thread in which it runs,
 * which takes a third of the processor time of a World there.
 */
export const walksInThread = <W extends Walks>(module: `./${string}`): Ask<W> => {
  const thread = new Worker(new URL(module, import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  thread.on('message', ({ id, found, error }) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(found as never);
    else waiter?.reject(new Error(error));
  });
  thread.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  after(() => thread.terminate());
  let last = 0;
  return ((walk, of) => {
    last += 1;
    const answer = Promise.withResolvers<never>();
    waiting.set(last, answer);
    thread.postMessage({ id: last, walk, of } satisfies WalkRequest);
    return answer.promise;
  }) as Ask<W>;
};
