import { failures_max, open_ms } from './states.ts';

/** How an endpoint is doing, as all instances see it. Times are ISO 8601. */
export type Breaker = {
  /** Since the last answer. */
  readonly consecutive_failures: number;
  readonly last_failure_at: string | null;
  /** Until then nothing is asked; later one request is. Null while it is closed. */
  readonly open_until: string | null;
  readonly version: number;
};

/** The breaker of an endpoint that has not failed. */
export const closedBreaker: Breaker = {
  consecutive_failures: 0,
  last_failure_at: null,
  open_until: null,
  version: 0,
};

/** Whether an endpoint is asked: always, not now, or by one request that finds out. */
export const breakerState = (
  { open_until }: Breaker,
  now: Date,
): 'closed' | 'open' | 'half_open' => {
  if (open_until === null) return 'closed';
  return open_until > now.toISOString() ? 'open' : 'half_open';
};

/** The breaker while one request, of at most `probe_ms`, finds out whether the endpoint answers again. */
export const probing = (breaker: Breaker, probe_ms: number, now: Date): Breaker =>
  next(breaker, { open_until: after(now, probe_ms) });

/** The breaker after a request; undefined where an answer changes nothing. */
export const breakerAfter = (
  breaker: Breaker,
  answered: boolean,
  now: Date,
): Breaker | undefined => {
  const isClean = breaker.consecutive_failures === 0 && breaker.open_until === null;
  if (answered)
    return isClean ? undefined : next(breaker, { consecutive_failures: 0, open_until: null });
  const consecutive_failures = breaker.consecutive_failures + 1;
  const open_until = consecutive_failures >= failures_max ? after(now, open_ms) : null;
  return next(breaker, { consecutive_failures, last_failure_at: now.toISOString(), open_until });
};

const next = (breaker: Breaker, changes: Partial<Breaker>): Breaker => ({
  ...breaker,
  ...changes,
  version: breaker.version + 1,
});

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
