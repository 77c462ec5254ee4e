import { setTimeout as pause } from 'node:timers/promises';

/** What keeps a mapping running, or holds it. */
export type Switch = {
  /** A signal for one turn, which aborts when the mapping is held or ended; waits while it is held; undefined at the end. */
  turn(): Promise<AbortSignal | undefined>;
  readonly paused: boolean;
  pause(): void;
  resume(): void;
  end(): void;
  /** What the work comes to, or undefined as soon as the mapping ends. */
  unlessEnded<T>(work: Promise<T>): Promise<T | undefined>;
  /** Waits, but not beyond the end. */
  sleep(ms: number): Promise<void>;
};

/** A switch that is on, or held from the beginning. */
export const createSwitch = (on: boolean): Switch => {
  let over = false;
  let held = new AbortController();
  let paused = !on;
  // Not one promise for the end that every wait races against: it would remember every one of them.
  const waiting = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of waiting) wake();
  };
  const unlessEnded = <T>(work: Promise<T>): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        if (over) resolve(undefined);
      };
      waiting.add(leave);
      leave();
      work.then(resolve, reject).finally(() => waiting.delete(leave));
    });
  const resumed = (): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (paused && !over) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    unlessEnded,
    turn: async () => {
      await resumed();
      return over ? undefined : held.signal;
    },
    get paused() {
      return paused;
    },
    pause: () => {
      paused = true;
      held.abort();
    },
    resume: () => {
      if (paused) held = new AbortController();
      paused = false;
      wakeAll();
    },
    end: () => {
      over = true;
      held.abort();
      wakeAll();
    },
    sleep: async (ms) => {
      const woken = new AbortController();
      await unlessEnded(pause(ms, undefined, { signal: woken.signal }).catch(() => {}));
      woken.abort();
    },
  };
};
