import { after, before, describe, type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Outline, TestRequest } from './tests-in-thread.ts';

/** A thread that runs tests. */
export type TestThread = {
  /** Declares the tests of a file here, which run there. */
  declare(file: string): Promise<void>;
  /** Does the work that comes between two files. */
  between(): Promise<void>;
  end(): Promise<unknown>;
};

/** Starts a module that answers for tests in a thread. */
export const startTestThread = (module: URL): TestThread => {
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
  thread.on('exit', () => fail(failed ?? new Error('The thread of the tests has ended.')));
  let last = 0;
  const ask = <T>(what: TestRequest['what'], about: TestRequest['about'] = ''): Promise<T> => {
    if (failed) return Promise.reject(failed);
    last += 1;
    const answer = Promise.withResolvers<never>();
    waiting.set(last, answer);
    thread.postMessage({ id: last, what, about } satisfies TestRequest);
    return answer.promise;
  };
  const declareAll = ({ number, all = [] }: Outline): void => {
    before(() => ask<void>('before', number));
    after(() => ask<void>('after', number));
    for (const one of all)
      if (one.all) describe(one.name, () => declareAll(one));
      else
        test(one.name, async (t: TestContext) => {
          for (const line of await ask<string[]>('run', one.number)) t.diagnostic(line);
        });
  };
  return {
    declare: async (file) => declareAll(await ask<Outline>('declare', file)),
    between: () => ask<void>('between'),
    end: () => thread.terminate(),
  };
};
