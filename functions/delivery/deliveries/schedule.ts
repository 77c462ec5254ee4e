import { type Durations, fullDurations } from '../../core/durations.ts';

/** The number of automatic attempts of a delivery. */
export const attempts_max = fullDurations.retry_steps_ms.length + 1;

/** Each step is longer or shorter by up to this share, so that deliveries that failed at once do not return at once. */
export const retry_jitter = 0.2;

/** The longest delay of a message, in seconds: the limit of SQS. */
export const notification_delay_seconds_max = 900;

/** Chance and durations come from outside. */
export type Pace = {
  readonly now: Date;
  /** In [0, 1). */
  readonly random: number;
  readonly durations: Durations;
};

/**
 * When the next automatic attempt may start, or null if the schedule is exhausted. `stepsDone`
 * counts failed automatic attempts. `retryAfterMs` is the pause that the endpoint asked for. It can
 * only lengthen the wait, and is exact however short the durations are, because it uses the clock
 * of the endpoint.
 */
export const nextAttemptAt = (
  stepsDone: number,
  retryAfterMs: number | null,
  pace: Pace,
): string | null => {
  const step_ms = pace.durations.retry_steps_ms[stepsDone - 1];
  if (step_ms === undefined) return null;
  const wait_ms = step_ms * (1 - retry_jitter + 2 * retry_jitter * pace.random);
  return later(pace.now, Math.max(wait_ms, retryAfterMs ?? 0));
};

/**
 * When the sweeper looks at a delivery: some time after its next attempt if a message comes first, else at that time, because
 * a message cannot be delayed so long.
 */
export const sweepAt = (attemptAt: string, pace: Pick<Pace, 'now' | 'durations'>): string => {
  const grace_ms =
    notificationDelay(attemptAt, pace.now) === null ? 0 : pace.durations.notification_grace_ms;
  return later(new Date(Math.max(Date.parse(attemptAt), pace.now.getTime())), grace_ms);
};

/** The delay in seconds of the message for an attempt, rounded up; null if that is too long for a message. */
export const notificationDelay = (attemptAt: string, now: Date): number | null => {
  const seconds = Math.max(0, Math.ceil((Date.parse(attemptAt) - now.getTime()) / 1000));
  return seconds <= notification_delay_seconds_max ? seconds : null;
};

const later = (from: Date, wait_ms: number) =>
  new Date(from.getTime() + Math.ceil(wait_ms)).toISOString();
