const soonest_ms = 1_000;
const latest_ms = 30_000;

/**
 * When to read again what is not final, in milliseconds: after a quarter of its time without a change. A recent change is
 * followed closely; a resource that waits for hours is read rarely.
 */
export const followDelay = (updatedAt: string, now: number): number => {
  const age = now - Date.parse(updatedAt);
  return Number.isFinite(age) ? Math.min(latest_ms, Math.max(soonest_ms, age / 4)) : latest_ms;
};
