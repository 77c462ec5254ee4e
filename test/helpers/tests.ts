import * as runner from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { declaring } from './tests-in-thread.ts';

/**
 * Declares tests to the runner of Node, also from a thread of tests. The runner follows every promise of the thread in which it
 * runs, which takes a quarter of the processor time of a World there.
 */
export const { after, afterEach, before, beforeEach, describe, test }: Declaring = isMainThread
  ? runner
  : (declaring as unknown as Declaring);

export const { mock } = runner;
export type TestContext = runner.TestContext;

type Declaring = Pick<
  typeof runner,
  'after' | 'afterEach' | 'before' | 'beforeEach' | 'describe' | 'test'
>;
