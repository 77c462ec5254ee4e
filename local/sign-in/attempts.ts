/** Counts wrong passwords by name, whether somebody has the name or not. */
export type Attempts = {
  /** Whether another try is let in now. */
  mayTry(name: string): boolean;
  failed(name: string): void;
  succeeded(name: string): void;
};

/** Five are free; after each further one the name waits twice as long, from a second to a quarter of an hour. */
export const countAttempts = (now: () => number): Attempts => {
  const counts = new Map<string, { failures: number; until: number }>();
  return {
    mayTry: (name) => (counts.get(name)?.until ?? 0) <= now(),
    failed: (name) => {
      const failures = (counts.get(name)?.failures ?? 0) + 1;
      const wait_ms = failures < free_tries ? 0 : Math.min(1000 * 2 ** (failures - free_tries), wait_ms_max);
      counts.delete(name);
      counts.set(name, { failures, until: now() + wait_ms });
      const [oldest = ''] = counts.keys();
      if (counts.size > names_max) counts.delete(oldest);
    },
    succeeded: (name) => void counts.delete(name),
  };
};

const free_tries = 5;
const wait_ms_max = 15 * 60_000;
const names_max = 10_000;
