const soonest_ms = 1_000;
const latest_ms = 30_000;

/**
 * When to look again at what is not final, in milliseconds: after a quarter of the time that it has stood as it is, so that
 * what just changed is followed closely and what waits for hours asks for little.
 */
export const followDelay = (updatedAt: string, now: number): number => {
  const age = now - Date.parse(updatedAt);
  return Number.isFinite(age) ? Math.min(latest_ms, Math.max(soonest_ms, age / 4)) : latest_ms;
};
