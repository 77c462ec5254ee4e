import { type Durations, fullDurations } from '../durations.ts';

/** The longest pause that an endpoint may ask for, in milliseconds: a day. */
export const retry_after_ms_max = 24 * 60 * 60 * 1000;

/** The statuses on which `Retry-After` is heard: too many requests, and unavailable. */
const statusesHeard: readonly number[] = [429, 503];

/**
 * The pause that an answer asks for, in milliseconds from `now`, at most a day; null when it asks for none.
 * `value` is the header as received: whole seconds, or one of the three forms of an HTTP date (RFC 9110, 5.6.7).
 */
export const retryAfter = (status: number, value: string | undefined, now: Date): number | null => {
  if (!statusesHeard.includes(status) || value === undefined) return null;
  const wait_ms = secondsAhead(value.trim()) ?? untilDate(value.trim(), now);
  return wait_ms === null ? null : Math.min(Math.max(wait_ms, 0), retry_after_ms_max);
};

const secondsAhead = (value: string) => (/^\d{1,15}$/.test(value) ? Number(value) * 1000 : null);

const httpDates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

const untilDate = (value: string, now: Date) => {
  if (!httpDates.some((form) => form.test(value))) return null;
  // The oldest form names no zone and means UTC as the others do.
  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? null : at - now.getTime();
};

/** Automatic attempts that a delivery gets in all. */
export const attempts_max = fullDurations.retry_steps_ms.length + 1;

/**
 * Each step is lengthened or shortened by up to this share, so that what failed together does not come back together.
 */
export const retry_jitter = 0.2;

/** The longest wait a queue message can be delayed by, in seconds: SQS. */
export const notification_delay_seconds_max = 900;

/** Chance and durations come from outside. */
export type Pace = {
  readonly now: Date;
  /** In [0, 1). */
  readonly random: number;
  readonly durations: Durations;
};

/**
 * When the next automatic attempt may start, or null when the schedule is exhausted. `stepsDone` counts the automatic
 * attempts that have failed; `retryAfterMs` is what the endpoint asked for, which may only lengthen the wait and is
 * kept to the second however short the durations are, because it is the endpoint's own clock that it speaks of.
 */
export const nextAttemptAt = (stepsDone: number, retryAfterMs: number | null, pace: Pace): string | null => {
  const step_ms = pace.durations.retry_steps_ms[stepsDone - 1];
  if (step_ms === undefined) return null;
  const wait_ms = step_ms * (1 - retry_jitter + 2 * retry_jitter * pace.random);
  return later(pace.now, Math.max(wait_ms, retryAfterMs ?? 0));
};

/**
 * When the sweeper looks at a delivery that waits for an attempt: some time after it where a delayed message is to
 * wake it first, at the time itself where the wait is longer than a message can be delayed.
 */
export const sweepAt = (attemptAt: string, pace: Pick<Pace, 'now' | 'durations'>): string => {
  const grace_ms = notificationDelay(attemptAt, pace.now) === null ? 0 : pace.durations.notification_grace_ms;
  return later(new Date(Math.max(Date.parse(attemptAt), pace.now.getTime())), grace_ms);
};

/**
 * The delay in seconds of the message that wakes an attempt, never too short; null when it is too far off for a
 * message.
 */
export const notificationDelay = (attemptAt: string, now: Date): number | null => {
  const seconds = Math.max(0, Math.ceil((Date.parse(attemptAt) - now.getTime()) / 1000));
  return seconds <= notification_delay_seconds_max ? seconds : null;
};

const later = (from: Date, wait_ms: number) => new Date(from.getTime() + Math.ceil(wait_ms)).toISOString();
