import { after } from 'node:test';
import type { Answers } from '../../helpers/answering-thread.ts';
import { askedThread } from '../../helpers/asked-thread.ts';

/** The walks of a module, in a thread of their own. */
export const walksInThread = <W extends Answers>(module: `./${string}`) => {
  const { ask, end } = askedThread<W>(new URL(module, import.meta.url));
  after(end);
  return ask;
};
