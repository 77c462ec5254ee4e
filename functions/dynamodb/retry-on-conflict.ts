import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import { pauseAfter } from './client.ts';
import { StaleDecision } from './commit.ts';

/** Attempts while what was read keeps changing. */
const attempts_max = 5;

/**
 * Reads, decides and commits; again while somebody else changes what was read. After too many attempts it returns what
 * `exhausted` returns: by default it throws `unavailable`.
 */
export const retryOnConflict = async <T>(
  attempt: () => Promise<T>,
  { times = attempts_max, exhausted = unavailable }: { readonly times?: number; readonly exhausted?: () => T } = {},
): Promise<T> => {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleDecision)) throw error;
      if (attempts === times) return exhausted();
    }
    // With jitter, so that the others do not conflict again.
    await pause(pauseAfter(attempts));
  }
};

const unavailable = (): never => {
  throw new ApiError('unavailable');
};
