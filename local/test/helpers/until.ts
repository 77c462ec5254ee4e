import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again and again until the answer is not undefined or false; fails loudly when it never comes. The limit only ends a
 * test that hangs. On a busy machine a service may take a minute to start. Work that a sweep misses by a moment comes with
 * the next sweep, after two minutes.
 */
export const until = async <T>(
  ask: () => T | Promise<T>,
  what = String(ask),
  wait_ms_max = 300_000,
): Promise<Exclude<NonNullable<T>, false>> => {
  const started = performance.now();
  while (performance.now() < started + wait_ms_max) {
    const asked = performance.now();
    const answer = await ask();
    if (answer !== undefined && answer !== false && answer !== null)
      return answer as Exclude<NonNullable<T>, false>;
    // A caller that polls leaves the machine to what is waited for: two thirds of the time, and
    // more the longer it takes.
    const now = performance.now();
    await wait(Math.min(500, Math.max(10, 2 * (now - asked), (now - started) / 10)));
  }
  throw new Error(`It never came true: ${what}`);
};
