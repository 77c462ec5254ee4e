import { health_limits as limits } from './health-waits.ts';
import { answersInAfter } from './patience.ts';

/**
 * How an endpoint is doing: `healthy`, `degraded` since its last attempt failed, `open` while the breaker keeps its
 * deliveries parked, `half_open` while one probe finds out whether it is back.
 */
export type HealthState = 'healthy' | 'degraded' | 'open' | 'half_open';

/**
 * `success` and `failure` of an attempt; `trip` opens the breaker, `probe` lets one attempt through, `stall` makes the probe
 * of an attempt that waits for its answer; `reset` is what enabling does, and `rest` what disabling does: nobody probes what
 * may not be called.
 */
export type HealthAction = 'success' | 'failure' | 'trip' | 'probe' | 'stall' | 'reset' | 'rest';

/**
 * The whole life of an endpoint's health. A move not written here does not exist. An attempt in flight when the breaker
 * opens may still succeed, and a probe whose holder died is made again.
 */
export const healthMoves: Record<HealthState, Partial<Record<HealthAction, HealthState>>> = {
  healthy: { success: 'healthy', failure: 'degraded', stall: 'half_open', reset: 'healthy', rest: 'healthy' },
  degraded: {
    ...{ success: 'healthy', failure: 'degraded', trip: 'open' },
    ...{ stall: 'half_open', reset: 'healthy', rest: 'degraded' },
  },
  open: { success: 'healthy', failure: 'open', probe: 'half_open', reset: 'healthy', rest: 'open' },
  half_open: { success: 'healthy', failure: 'open', probe: 'half_open', reset: 'healthy', rest: 'open' },
};

/** An endpoint's health as stored beside its deliveries. Times are ISO 8601 with milliseconds. */
export type Health = {
  readonly state: HealthState;
  /** Since when it is in this state; null while nothing was sent to it. */
  readonly since: string | null;
  readonly consecutive_failures: number;
  readonly last_success_at: string | null;
  readonly last_failure_at: string | null;
  /** Since when nothing succeeded; null while the last attempt did. */
  readonly failing_since: string | null;
  /** When the breaker lets its next probe through; null but while it is open. */
  readonly next_probe_at: string | null;
  /** Until when the endpoint itself asked to be left alone; null once it was tried after that. */
  readonly paused_until: string | null;
  /** Probes that failed since the breaker opened. */
  readonly probes_failed: number;
  /** The probe under way: whose, and until when nobody else makes one. */
  readonly probe: Call | null;
  /** The delivery that was probed with last: the next probe takes the one behind it. */
  readonly probed: string | null;
  /** What the rate of failures is judged by: attempts and failures since a moment. */
  readonly window: { readonly since: string; readonly attempts: number; readonly failures: number } | null;
  /** An attempt that has waited longer than usual for its answer, where nobody had one since. */
  readonly unanswered: Call | null;
  /** Since when one attempt at a time is made because it answered nobody, though the breaker has no cause to open yet. */
  readonly stalled_since: string | null;
  /** How long its answers take, in milliseconds, where that is so long that it matters. */
  readonly answers_in_ms: number | null;
  /** How many warnings were given since it fails, and when the last was. */
  readonly warnings: number;
  readonly warned_at: string | null;
};

/** An attempt by the token of its claim, and when it must have ended. */
type Call = { readonly token: string; readonly until: string };

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
  probes_failed: 0,
  probe: null,
  probed: null,
  window: null,
  unanswered: null,
  stalled_since: null,
  answers_in_ms: null,
  warnings: 0,
  warned_at: null,
};

/** How an attempt went, as far as the endpoint's health is concerned. */
export type AttemptOutcome = {
  readonly succeeded: boolean;
  readonly duration_ms: number;
  /** How long the endpoint asks to be left alone, in milliseconds; null where it does not. */
  readonly pause_ms: number | null;
  /** The token of the attempt's claim: that of the probe, where it is one. */
  readonly token: string | null;
  /** Successes before it that nobody has noted. */
  readonly unnoted: number;
};

/** Chance and haste come from outside. */
export type HealthPace = {
  readonly now: Date;
  /** In [0, 1). */
  readonly random: number;
  /** Divides every wait; 1 wherever it is deployed. */
  readonly waitDivisor: number;
};

/** The health after an attempt, or null when there is nothing to write: a success that says nothing new. */
export const healthAfter = (health: Health, outcome: AttemptOutcome, pace: HealthPace): Health | null =>
  outcome.succeeded ? afterSuccess(health, outcome, pace.now) : afterFailure(health, outcome, pace);

/** The health of an endpoint that is enabled again: the counters start anew, the last success and failure are remembered. */
export const resetHealth = (health: Health, now: Date): Health =>
  moved({ ...untriedHealth, ...pastOf(health) }, health.state, 'reset', now);

/** The health of an endpoint that may not be called any more: no probe is due, nor under way. */
export const restedHealth = (health: Health, now: Date): Health => ({
  ...moved(health, health.state, 'rest', now),
  next_probe_at: null,
  probe: null,
});

/** Whether the breaker keeps what is due from its endpoint. */
export const isOpen = ({ state }: Pick<Health, 'state'>): boolean => state === 'open' || state === 'half_open';

/** When somebody looks at the breaker next: the next probe, or the end of the one under way; null while it is closed. */
export const breakerDueAt = ({ state, next_probe_at, probe }: Health): string | null =>
  state === 'half_open' ? (probe?.until ?? null) : state === 'open' ? next_probe_at : null;

/** Whether the breaker lets a probe through now. */
export const isProbeDue = (health: Health, now: Date): boolean => {
  const due_at = breakerDueAt(health);
  return due_at !== null && due_at <= now.toISOString();
};

/**
 * The health with a probe under way, or undefined where none may be made: one is, or its time has not come and nobody
 * asked for it. The store writes it over what was read, so that of any number one gets it.
 */
export const claimProbe = (
  health: Health,
  probe: { readonly token: string; readonly until: string; readonly delivery_id: string; readonly asked: boolean },
  now: Date,
): Health | undefined => {
  const { token, until, delivery_id: probed, asked } = probe;
  const allowed = isProbeDue(health, now) || (asked && health.state === 'open' && health.next_probe_at !== null);
  if (!allowed) return undefined;
  return { ...moved(health, health.state, 'probe', now), next_probe_at: null, probe: { token, until }, probed };
};

/**
 * The health while an attempt waits longer than usual for its answer, or undefined where that says nothing new. A second one
 * that does, while nobody was answered, becomes the probe: each holds a worker until its deadline, so that an endpoint that
 * answers nobody would hold them all before its failures open the breaker.
 */
export const stalledHealth = (health: Health, call: Call, now: Date): Health | undefined => {
  const { unanswered } = health;
  if (isOpen(health) || unanswered?.token === call.token) return undefined;
  const at = now.toISOString();
  if (unanswered === null || unanswered.until <= at) return { ...health, unanswered: call };
  return { ...moved(health, health.state, 'stall', now), unanswered: null, stalled_since: at, probe: call };
};

const pastOf = ({ last_success_at, last_failure_at }: Health) => ({ last_success_at, last_failure_at });

const moved = (health: Health, from: HealthState, action: HealthAction, now: Date): Health => {
  const state = healthMoves[from][action] ?? from;
  return { ...health, state, since: state === from && health.since ? health.since : now.toISOString() };
};

const afterSuccess = (health: Health, { unnoted, duration_ms }: AttemptOutcome, now: Date): Health | null => {
  const noted_ms = health.last_success_at === null ? Number.NEGATIVE_INFINITY : Date.parse(health.last_success_at);
  const fresh = now.getTime() - noted_ms <= limits.success_note_ms;
  const isNews = health.state !== 'healthy' || health.consecutive_failures > 0 || health.unanswered !== null;
  if (fresh && !isNews) return null;
  const window = isOpen(health) ? null : counted(health, { attempts: 1 + unnoted, failures: 0 }, now);
  const { since } = health;
  const answers_in_ms = answersInAfter(health, duration_ms);
  const past = { ...pastOf(health), since, last_success_at: now.toISOString(), answers_in_ms };
  return moved({ ...untriedHealth, ...past, window }, health.state, 'success', now);
};

const afterFailure = (health: Health, outcome: AttemptOutcome, pace: HealthPace): Health => {
  const at = pace.now.toISOString();
  const failed: Health = {
    ...health,
    consecutive_failures: health.consecutive_failures + 1,
    last_failure_at: at,
    failing_since: health.failing_since ?? at,
    window: counted(health, { attempts: 1 + outcome.unnoted, failures: 1 }, pace.now),
    unanswered: isAnswered(health, outcome) ? null : health.unanswered,
  };
  if (health.state === 'half_open' && health.probe?.token !== outcome.token) return failed;
  const next = moved(failed, health.state, 'failure', pace.now);
  if (next.state === 'degraded') return trips(next, outcome) ? opened(next, 0, outcome, pace) : next;
  if (health.state === 'open') return longerPaused(next, outcome, pace);
  if (health.stalled_since === null) return opened(next, 1, outcome, pace);
  if (trips(next, outcome)) return opened({ ...next, stalled_since: null }, 0, outcome, pace);
  return { ...next, probe: null, next_probe_at: later(pace.now, jittered(limits.stall_step_wait_ms, pace)) };
};

/** Whether the attempt that waited is the one that failed, or this one did at once: then the endpoint does answer. */
const isAnswered = ({ unanswered }: Health, { token, duration_ms }: AttemptOutcome): boolean =>
  unanswered?.token === token || duration_ms < limits.stall_ms;

/** Of an attempt that was in flight when the breaker opened only what it asks for counts, where that is longer. */
const longerPaused = (health: Health, { pause_ms }: AttemptOutcome, { now }: HealthPace): Health => {
  const until = pause_ms === null ? null : later(now, pause_ms);
  if (until === null || health.next_probe_at === null || until <= health.next_probe_at) return health;
  return { ...health, next_probe_at: until, paused_until: until };
};

const trips = ({ consecutive_failures, window }: Health, { pause_ms }: AttemptOutcome): boolean =>
  pause_ms !== null ||
  consecutive_failures >= limits.failures_max ||
  (window !== null &&
    window.attempts >= limits.failure_rate_attempts_min &&
    window.failures / window.attempts >= limits.failure_rate_max);

const probe_jitter = 0.2;

/** The breaker open until its next probe: as its steps say, or as long as the endpoint asked for. */
const opened = (health: Health, failedProbes: 0 | 1, { pause_ms }: AttemptOutcome, pace: HealthPace): Health => {
  const probes_failed = health.probes_failed + failedProbes;
  const steps = limits.probe_steps_wait_ms;
  const step_ms = steps[Math.min(probes_failed, steps.length - 1)] ?? 0;
  const wait_ms = jittered(step_ms, pace);
  return {
    ...(failedProbes === 0 ? moved(health, health.state, 'trip', pace.now) : health),
    probes_failed,
    probe: null,
    next_probe_at: later(pace.now, Math.max(wait_ms, pause_ms ?? 0)),
    paused_until: pause_ms === null ? null : later(pace.now, pause_ms),
  };
};

const jittered = (wait_ms: number, { random, waitDivisor }: HealthPace): number =>
  (wait_ms * (1 - probe_jitter + 2 * probe_jitter * random)) / waitDivisor;

/** The window with more counted, or a new one where it is over. */
const counted = ({ window }: Health, more: { readonly attempts: number; readonly failures: number }, now: Date) => {
  const over = window === null || now.getTime() - Date.parse(window.since) > limits.failure_rate_window_ms;
  const { since, attempts, failures } = over ? { since: now.toISOString(), attempts: 0, failures: 0 } : window;
  return { since, attempts: attempts + more.attempts, failures: failures + more.failures };
};

const later = (from: Date, wait_ms: number) => new Date(from.getTime() + Math.ceil(wait_ms)).toISOString();
