import type { HealthPace } from './health.ts';
import { health_limits as limits } from './health-waits.ts';

/** How far an endpoint that is back has been given what was parked: how much, and when the last of it is due. */
export type Ramp = { readonly released: number; readonly at: string };

type Haste = Pick<HealthPace, 'now' | 'waitDivisor'>;

/** The next of what was parked is due: first 1, then 2, 4, … in each step. Whoever goes on later goes on at the same rate. */
export const rampedAfter = (ramp: Ramp | null, { now, waitDivisor }: Haste): Ramp => {
  if (ramp === null) return { released: 1, at: now.toISOString() };
  const rate = Math.min(2 ** Math.floor(Math.log2(ramp.released + 1)), limits.ramp_rate_max);
  const at = Date.parse(ramp.at) + limits.ramp_step_wait_ms / rate / waitDivisor;
  return { released: ramp.released + 1, at: new Date(Math.max(Math.ceil(at), now.getTime())).toISOString() };
};

/** Until when nothing more is let go, since enough is due ahead of its time; null while there is not. */
export const rampPausesUntil = ({ at }: Ramp, { now, waitDivisor }: Haste): string | null => {
  const ahead_ms = limits.ramp_ahead_wait_ms / waitDivisor;
  return Date.parse(at) - now.getTime() < ahead_ms ? null : new Date(Date.parse(at) - ahead_ms / 2).toISOString();
};
