import { after } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Asked, Walks } from './walks.ts';

/**
 * The walks of this process, in a thread of their own. The runner of tests follows every promise of the thread in which it
 * runs, which takes a third of the processor time of a World there.
 */
export const walksInThread = (): {
  readonly [W in keyof Walks]: (route: string) => ReturnType<Walks[W]>;
} => {
  const thread = new Worker(new URL('./walks.ts', import.meta.url));
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
  const ask = (walk: Asked['walk'], route: string): Promise<never> => {
    last += 1;
    const answer = Promise.withResolvers<never>();
    waiting.set(last, answer);
    thread.postMessage({ id: last, walk, route } satisfies Asked);
    return answer.promise;
  };
  return {
    interrupted: (route) => ask('interrupted', route),
    overtaken: (route) => ask('overtaken', route),
  };
};
