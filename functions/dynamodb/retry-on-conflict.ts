import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import { pauseAfter } from './client.ts';
import { StaleDecision } from './commit.ts';

/** How often a decision is made when what it rests on keeps changing, unless it says otherwise. */
const decisionsMax = 5;

/**
 * Reads, decides and commits, anew while what was read has changed meanwhile. When that has happened too often it ends with
 * what `exhausted` says: `unavailable`, unless nobody has to hear of it.
 */
export const decide = async <T>(
  attempt: () => Promise<T>,
  { times = decisionsMax, exhausted = unavailable }: { readonly times?: number; readonly exhausted?: () => T } = {},
): Promise<T> => {
  for (let decisions = 1; ; decisions++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleDecision)) throw error;
      if (decisions === times) return exhausted();
    }
    // One of those who race has won; the others part before they try again.
    await pause(pauseAfter(decisions));
  }
};

const unavailable = (): never => {
  throw new ApiError('unavailable');
};
