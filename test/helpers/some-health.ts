import type { AttemptOutcome } from '../../functions/delivery/webhooks/health.ts';
import { durations } from './durations.ts';

/** When its life begins, in milliseconds since 1970. */
export const start = Date.parse('2026-08-01T00:00:00.000Z');

/** A moment of an endpoint's life, so many milliseconds after it began. */
export const at = (wait_ms: number) => new Date(start + wait_ms);

/** The same as it is stored. */
export const iso = (wait_ms: number) => at(wait_ms).toISOString();

/** That moment without chance, or with a chance of the test's own. */
export const pace = (wait_ms: number, more: object = {}) => ({
  now: at(wait_ms),
  random: 0.5,
  durations,
  ...more,
});

/** An attempt that succeeded. */
export const success: AttemptOutcome = { succeeded: true, pause_ms: null, token: null };

/** One that failed. */
export const failure: AttemptOutcome = { ...success, succeeded: false };
