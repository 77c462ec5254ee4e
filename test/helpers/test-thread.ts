import { after, before, describe, type TestContext, test } from 'node:test';
import { askedThread } from './asked-thread.ts';
import type { Outline, TestAnswers } from './tests-in-thread.ts';

/** A thread that runs tests. */
export type TestThread = {
  /** Declares the tests of a file here, which run there. */
  declare(file: string): Promise<void>;
  /** Does the work that comes between two files. */
  between(): Promise<void>;
  end(): Promise<void>;
};

/** Starts a module that answers for tests in a thread. */
export const startTestThread = (module: URL): TestThread => {
  const { ask, end } = askedThread<TestAnswers>(module);
  const declareAll = ({ number, all = [] }: Outline): void => {
    before(() => ask('before', number));
    after(() => ask('after', number));
    for (const one of all)
      if (one.all) describe(one.name, { skip: one.skip }, () => declareAll(one));
      else
        test(one.name, { skip: one.skip }, async (t: TestContext) => {
          for (const line of await ask('run', one.number)) t.diagnostic(line);
        });
  };
  return {
    declare: async (file) => declareAll(await ask('declare', file)),
    between: () => ask('between', undefined),
    end: async () => {
      await ask('end', undefined);
      await end();
    },
  };
};
