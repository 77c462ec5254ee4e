import { Worker } from 'node:worker_threads';
import type { AnswerRequest, Answers } from './answering-thread.ts';

/** Asks a thread for one of its answers; rejects with the error of the answer, or with what has ended the thread. */
type Ask<A extends Answers> = <N extends keyof A & string>(
  name: N,
  of: Parameters<A[N]>[0],
) => ReturnType<A[N]>;

/**
 * Starts a module that answers in a thread of its own. The runner of tests follows every promise of the thread in which it
 * runs, which takes a third of the processor time of a World there.
 */
export const askedThread = <A extends Answers>(module: URL) => {
  const thread = new Worker(module);
  const waiting = new Map<number, PromiseWithResolvers<never>>();
  thread.on('message', ({ id, found, error }) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) waiter?.resolve(found as never);
    else waiter?.reject(Object.assign(new Error(error.message), error));
  });
  let failed: Error | undefined;
  const fail = (error: Error): void => {
    failed = error;
    for (const { reject } of waiting.values()) reject(error);
  };
  thread.on('error', fail);
  thread.on('exit', () => fail(failed ?? new Error('The thread has ended.')));
  let last = 0;
  const ask = ((name, of) => {
    if (failed) return Promise.reject(failed);
    last += 1;
    const answer = Promise.withResolvers<never>();
    waiting.set(last, answer);
    thread.postMessage({ id: last, name, of } satisfies AnswerRequest);
    return answer.promise;
  }) as Ask<A>;
  return { ask, end: (): Promise<unknown> => thread.terminate() };
};
