import { type Health, isOpen } from './health.ts';
import { health_limits } from './health-waits.ts';

/**
 * What is due of an endpoint that has failed for days: a warning, or that its webhook is disabled; null while nothing is.
 * However late somebody looks, each follows the one before by the days that lie between them: nobody is disabled unwarned.
 */
export const failingStep = (
  health: Health,
  { now, waitDivisor }: { readonly now: Date; readonly waitDivisor: number },
): 'warn' | 'give_up' | null => {
  const { failing_since, warnings, warned_at } = health;
  const waits = health_limits.failing_wait_ms;
  const wait_ms = waits[warnings];
  if (!isOpen(health) || failing_since === null || wait_ms === undefined) return null;
  const since_ms = wait_ms - (waits[warnings - 1] ?? 0);
  const failedLong = Date.parse(failing_since) + wait_ms / waitDivisor <= now.getTime();
  const warnedLong = warned_at === null || Date.parse(warned_at) + since_ms / waitDivisor <= now.getTime();
  if (!failedLong || !warnedLong) return null;
  return warnings === waits.length - 1 ? 'give_up' : 'warn';
};

/** The health of an endpoint of which a warning was given. */
export const warnedHealth = <H extends Health>(health: H, now: Date): H => ({
  ...health,
  warnings: health.warnings + 1,
  warned_at: now.toISOString(),
});
