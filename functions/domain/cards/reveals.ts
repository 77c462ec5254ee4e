import { ApiError } from '../api-error.ts';

/** How many numbers one key was shown, within the hour that began with the first of them. */
export type Reveals = {
  /** ISO 8601. */
  readonly since: string;
  readonly count: number;
};

/** Of one key within an hour: whoever steals it does not learn every number before somebody looks. */
export const reveals_max = 1_000;
const window_ms = 60 * 60 * 1000;

/** The count with one more, or the refusal that says when the next one is. */
export const anotherReveal = (before: Reveals | undefined, now: Date): Reveals => {
  const end = before ? Date.parse(before.since) + window_ms : 0;
  if (!before || end <= now.getTime()) return { since: now.toISOString(), count: 1 };
  if (before.count < reveals_max) return { since: before.since, count: before.count + 1 };
  throw new ApiError('reveal_limit_reached', { retry_after_seconds: Math.ceil((end - now.getTime()) / 1000) });
};
