import type { Durations } from '../../core/durations.ts';
import type { WebhookResource } from './schema.ts';

/** The limits that decide an endpoint's health, besides durations. */
export const health_limits = {
  /** A success on a healthy endpoint is recorded at most so often: healthy traffic writes next to nothing. */
  success_note_ms: 60_000,
  /** So many failures in a row open the breaker. */
  failures_max: 5,
  /** An attempt that waits longer than this for its answer is a slow call, and becomes the probe. */
  slow_call_ms: 1_000,
} as const;

/**
 * How an endpoint is doing. The breaker is closed while it is `healthy`, or `degraded` since its last attempt failed. It is
 * `open` while deliveries are paused, and `half_open` while one attempt finds out whether the endpoint answers.
 */
export type HealthState = WebhookResource['health']['state'];

/**
 * `success` and `failure` of an attempt. `trip` opens the breaker. `probe` lets one attempt through. `slow_call` makes an
 * attempt that waits for its answer the probe. `reset` follows from enabling a webhook, `stop` from disabling it.
 */
export type HealthAction =
  | 'success'
  | 'failure'
  | 'trip'
  | 'probe'
  | 'slow_call'
  | 'reset'
  | 'stop';

/**
 * The state machine of an endpoint's health; a transition that is not here does not exist. An attempt in flight when the
 * breaker opens may still succeed, and a probe whose worker died is made again.
 */
export const healthTransitions: Record<HealthState, Partial<Record<HealthAction, HealthState>>> = {
  healthy: {
    success: 'healthy',
    failure: 'degraded',
    slow_call: 'half_open',
    reset: 'healthy',
    stop: 'healthy',
  },
  degraded: {
    success: 'healthy',
    failure: 'degraded',
    trip: 'open',
    slow_call: 'half_open',
    reset: 'healthy',
    stop: 'degraded',
  },
  open: { success: 'healthy', failure: 'open', probe: 'half_open', reset: 'healthy', stop: 'open' },
  half_open: {
    success: 'healthy',
    failure: 'open',
    probe: 'half_open',
    reset: 'healthy',
    stop: 'open',
  },
};

/** An attempt, identified by the token of its claim, and when its lease ends. */
type Call = { readonly token: string; readonly until: string };

/** The health of an endpoint: what its resource shows, and what decides the next step. Times are ISO 8601. */
export type Health = Readonly<WebhookResource['health']> & {
  /** Since when nothing succeeded; null while the last attempt did. */
  readonly failing_since: string | null;
  /** How many waits for a probe have passed since the breaker was last closed. */
  readonly probe_step: number;
  /** The probe in flight; no other is made until its lease ends. */
  readonly probe: Call | null;
  /** The delivery of the last probe: the next probe takes the one after it. */
  readonly probed: string | null;
  /** How many warnings were given since it fails, and when the last was. */
  readonly warnings: number;
  readonly warned_at: string | null;
};

/** The health of an endpoint that nothing was sent to yet. */
export const untriedHealth: Health = {
  state: 'healthy',
  since: null,
  consecutive_failures: 0,
  last_success_at: null,
  last_failure_at: null,
  failing_since: null,
  next_probe_at: null,
  paused_until: null,
  probe_step: 0,
  probe: null,
  probed: null,
  warnings: 0,
  warned_at: null,
};

/** The result of an attempt, as far as the endpoint's health is concerned. */
export type AttemptOutcome = {
  readonly succeeded: boolean;
  /** How long the endpoint asks for a pause, in milliseconds; null where it does not. */
  readonly pause_ms: number | null;
  /** The token of the attempt's claim: that of the probe, where it is one. */
  readonly token: string | null;
};

/** Chance and durations come from outside. */
export type HealthPace = {
  readonly now: Date;
  /** In [0, 1). */
  readonly random: number;
  readonly durations: Durations;
};

/** Whether the breaker keeps deliveries from their endpoint. */
export const isOpen = ({ state }: Pick<Health, 'state'>): boolean =>
  state === 'open' || state === 'half_open';

/** The health after an attempt, or null when there is nothing to write: a success that changes nothing. */
export const healthAfter = (
  health: Health,
  outcome: AttemptOutcome,
  pace: HealthPace,
): Health | null =>
  outcome.succeeded ? afterSuccess(health, pace.now) : afterFailure(health, outcome, pace);

/** The health of an endpoint that is enabled again: the counters start again, the last success and failure are kept. */
export const resetHealth = (health: Health, now: Date): Health =>
  transition({ ...untriedHealth, ...pastOf(health) }, health.state, 'reset', now);

/** The health of an endpoint that must not be called any more: no probe is scheduled or in flight. */
export const withProbesStopped = (health: Health, now: Date): Health => ({
  ...transition(health, health.state, 'stop', now),
  next_probe_at: null,
  probe: null,
});

/** When the breaker is looked at next: at the next probe, or when the lease of the one in flight ends; null while closed. */
export const breakerDueAt = ({ state, next_probe_at, probe }: Health): string | null =>
  state === 'half_open' ? (probe?.until ?? null) : state === 'open' ? next_probe_at : null;

/** The health whose next probe is due now; undefined where none waits. */
export const withProbeNow = <H extends Health>(health: H, now: Date): H | undefined =>
  health.state === 'open' && health.next_probe_at !== null && !isProbeDue(health, now)
    ? { ...health, next_probe_at: now.toISOString() }
    : undefined;

/** Whether the breaker lets a probe through now. */
export const isProbeDue = (health: Health, now: Date): boolean => {
  const scheduled_at = breakerDueAt(health);
  return scheduled_at !== null && scheduled_at <= now.toISOString();
};

/** Whether a probe may be made now: one is due, or somebody asks for one that waits for its time. */
export const mayProbe = (health: Health, asked: boolean, now: Date): boolean =>
  isProbeDue(health, now) || (asked && health.state === 'open' && health.next_probe_at !== null);

/**
 * The health with a probe in flight, or undefined where none may be made: one is in flight, or its time has not come and
 * nobody requested it. The store writes it over the version that was read, so one of many wins.
 */
export const claimProbe = (
  health: Health,
  probe: Call & { readonly delivery_id: string; readonly asked: boolean },
  now: Date,
): Health | undefined => {
  const { token, until, delivery_id: probed, asked } = probe;
  if (!mayProbe(health, asked, now)) return undefined;
  return {
    ...transition(health, health.state, 'probe', now),
    next_probe_at: null,
    probe: { token, until },
    probed,
  };
};

/**
 * The health with a slow call as its probe; undefined where the breaker is not closed. Each slow call occupies a worker until
 * its deadline. Without this an endpoint that never answers would occupy all of them before its failures open the breaker.
 */
export const slowCallHealth = (health: Health, call: Call, now: Date): Health | undefined =>
  isOpen(health)
    ? undefined
    : { ...transition(health, health.state, 'slow_call', now), probe: call };

/**
 * The step that is due for an endpoint that has failed for days: a warning, or that its webhook is
 * disabled; null while nothing is. However late this is looked at, the days between two steps are
 * kept: no webhook is disabled without its warnings.
 */
export const failingStep = (
  { state, failing_since, warnings, warned_at }: Health,
  { now, durations }: Pick<HealthPace, 'now' | 'durations'>,
): 'warn' | 'give_up' | null => {
  const waits = durations.failing_steps_ms;
  const wait_ms = waits[warnings];
  if (!isOpen({ state }) || failing_since === null || wait_ms === undefined) return null;
  const isOver = (since: string, ms: number) => Date.parse(since) + ms <= now.getTime();
  const isWarned = warned_at === null || isOver(warned_at, wait_ms - (waits[warnings - 1] ?? 0));
  if (!isOver(failing_since, wait_ms) || !isWarned) return null;
  return warnings === waits.length - 1 ? 'give_up' : 'warn';
};

/** The health of an endpoint about which a warning was given. */
export const warnedHealth = <H extends Health>(health: H, now: Date): H => ({
  ...health,
  warnings: health.warnings + 1,
  warned_at: now.toISOString(),
});

const pastOf = ({ last_success_at, last_failure_at }: Health) => ({
  last_success_at,
  last_failure_at,
});

const transition = (health: Health, from: HealthState, action: HealthAction, now: Date): Health => {
  const state = healthTransitions[from][action] ?? from;
  return {
    ...health,
    state,
    since: state === from && health.since ? health.since : now.toISOString(),
  };
};

const afterSuccess = (health: Health, now: Date): Health | null => {
  const { state, since, last_success_at } = health;
  const isRecent =
    last_success_at !== null &&
    now.getTime() - Date.parse(last_success_at) <= health_limits.success_note_ms;
  if (state === 'healthy' && isRecent) return null;
  const past = { ...pastOf(health), since, last_success_at: now.toISOString() };
  return transition({ ...untriedHealth, ...past }, state, 'success', now);
};

const afterFailure = (health: Health, outcome: AttemptOutcome, pace: HealthPace): Health => {
  const at = pace.now.toISOString();
  const failed: Health = {
    ...health,
    consecutive_failures: health.consecutive_failures + 1,
    last_failure_at: at,
    failing_since: health.failing_since ?? at,
  };
  if (health.state === 'half_open' && health.probe?.token !== outcome.token) return failed;
  const next = transition(failed, health.state, 'failure', pace.now);
  if (health.state === 'open') return longerPaused(next, outcome, pace);
  if (health.state === 'half_open') return opened(next, outcome, pace);
  const trips =
    outcome.pause_ms !== null || next.consecutive_failures >= health_limits.failures_max;
  return trips ? opened(transition(next, next.state, 'trip', pace.now), outcome, pace) : next;
};

/** An attempt that was in flight when the breaker opened counts, and can lengthen the pause. */
const longerPaused = (
  health: Health,
  { pause_ms }: AttemptOutcome,
  { now }: HealthPace,
): Health => {
  const until = pause_ms === null ? null : later(now, pause_ms);
  if (until === null || health.next_probe_at === null || until <= health.next_probe_at)
    return health;
  return { ...health, next_probe_at: until, paused_until: until };
};

const probe_jitter = 0.2;

/** The open breaker with its next probe: after the wait of this step, or as long as the endpoint asked for. */
const opened = (
  health: Health,
  { pause_ms }: AttemptOutcome,
  { now, random, durations }: HealthPace,
): Health => {
  const steps = durations.probe_steps_ms;
  const step_ms = steps[Math.min(health.probe_step, steps.length - 1)] ?? 0;
  const wait_ms = step_ms * (1 - probe_jitter + 2 * probe_jitter * random);
  return {
    ...health,
    probe_step: health.probe_step + 1,
    probe: null,
    next_probe_at: later(now, Math.max(wait_ms, pause_ms ?? 0)),
    paused_until: pause_ms === null ? null : later(now, pause_ms),
  };
};

const later = (from: Date, wait_ms: number) =>
  new Date(from.getTime() + Math.ceil(wait_ms)).toISOString();
