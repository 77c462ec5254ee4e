/**
 * How an endpoint is doing: `healthy`, `degraded` since its last attempt failed, `open` while the breaker keeps its
 * deliveries parked, `half_open` while one probe finds out whether it is back.
 */
export type HealthState = 'healthy' | 'degraded' | 'open' | 'half_open';

/**
 * `success` and `failure` of an attempt; `trip` opens the breaker, `probe` lets one attempt through, `reset` is what
 * enabling does.
 */
export type HealthAction = 'success' | 'failure' | 'trip' | 'probe' | 'reset';

/**
 * The whole life of an endpoint's health. A move not written here does not exist; an attempt in flight when the
 * breaker opens may still succeed.
 */
export const healthMoves: Record<HealthState, Partial<Record<HealthAction, readonly [HealthState]>>> = {
  healthy: { success: ['healthy'], failure: ['degraded'], reset: ['healthy'] },
  degraded: { success: ['healthy'], failure: ['degraded'], trip: ['open'], reset: ['healthy'] },
  open: { success: ['healthy'], failure: ['open'], probe: ['half_open'], reset: ['healthy'] },
  half_open: { success: ['healthy'], failure: ['open'], reset: ['healthy'] },
};

/** An endpoint's health as stored beside its deliveries. Times are ISO 8601 with milliseconds. */
export type Health = {
  readonly state: HealthState;
  readonly consecutive_failures: number;
  readonly last_success_at: string | null;
  /** Since when nothing succeeded; null while the last attempt did. */
  readonly failing_since: string | null;
  /** When the breaker lets its next probe through. */
  readonly next_probe_at: string | null;
};

/** The health of an endpoint that nothing was sent to yet. */
export const untriedHealth: Health = {
  state: 'healthy',
  consecutive_failures: 0,
  last_success_at: null,
  failing_since: null,
  next_probe_at: null,
};

/**
 * A success on a healthy endpoint is noted at most so often, in milliseconds: healthy traffic writes next to nothing.
 */
export const success_note_ms = 60_000;

/** The health after an attempt, or null when there is nothing to write: a success that says nothing new. */
export const healthAfter = (health: Health, succeeded: boolean, now: Date): Health | null =>
  succeeded ? afterSuccess(health, now) : afterFailure(health, now);

/**
 * The health of an endpoint that its business enables again: the counters start anew, the last success is remembered.
 */
export const resetHealth = (health: Health): Health => ({ ...untriedHealth, last_success_at: health.last_success_at });

const afterSuccess = (health: Health, now: Date): Health | null => {
  const state = healthMoves[health.state].success?.[0] ?? health.state;
  const noted_ms = health.last_success_at === null ? Number.NEGATIVE_INFINITY : Date.parse(health.last_success_at);
  const fresh = now.getTime() - noted_ms <= success_note_ms;
  if (state === health.state && health.consecutive_failures === 0 && fresh) return null;
  return { ...untriedHealth, state, last_success_at: now.toISOString() };
};

const afterFailure = (health: Health, now: Date): Health => ({
  ...health,
  state: healthMoves[health.state].failure?.[0] ?? health.state,
  consecutive_failures: health.consecutive_failures + 1,
  failing_since: health.failing_since ?? now.toISOString(),
});

/** Health with the work of aligning a webhook's open deliveries with what the webhook now is. */
export type AlignmentDue = {
  /** When somebody looks next; null while nothing is to be aligned. */
  readonly due_at: string | null;
  /** Since when there is something to align: the moment its webhook was enabled, disabled or deleted. */
  readonly align_since: string | null;
};

/** Makes the alignment of a webhook's open deliveries due now. */
export const alignNow = <H extends AlignmentDue>(health: H, now: Date): H => ({
  ...health,
  due_at: now.toISOString(),
  align_since: now.toISOString(),
});
