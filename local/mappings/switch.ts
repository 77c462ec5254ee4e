import { setTimeout as pause } from 'node:timers/promises';

/** What keeps a mapping running, or holds it. */
export type Switch = {
  /** A signal for one turn, aborted when the mapping is held or ended; waits while it is held; undefined at the end. */
  turn(): Promise<AbortSignal | undefined>;
  readonly paused: boolean;
  pause(): void;
  resume(): void;
  end(): void;
  /** What the work comes to, or undefined as soon as the mapping ends; then it is not even begun. */
  unlessEnded<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Waits, but not beyond the end. */
  sleep(ms: number): Promise<void>;
};

/** A switch that is on, or held from the beginning. */
export const createSwitch = (enabled: boolean): Switch => {
  let over = false;
  let paused = !enabled;
  let held = new AbortController();
  const waits = createWaits();
  const unlessEnded = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    // Not left to the race: work that is done at once would win it for ever.
    if (over) return undefined;
    const ended = waits.until(() => over);
    return Promise.race([work(), ended.then(() => undefined)]).finally(ended.cancel);
  };
  return {
    unlessEnded,
    turn: async () => {
      const on = waits.until(() => over || !paused);
      await on.finally(on.cancel);
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
      waits.lookAgain();
    },
    end: () => {
      over = true;
      held.abort();
      waits.lookAgain();
    },
    sleep: async (ms) => {
      const woken = new AbortController();
      await unlessEnded(() => pause(ms, undefined, { signal: woken.signal }).catch(() => {}));
      woken.abort();
    },
  };
};

type Wait = Promise<void> & { cancel(): void };

/**
 * Waits for conditions, each of which is forgotten when nobody waits for it any more: one lasting promise for the end
 * would remember all that ever raced against it.
 */
const createWaits = () => {
  const looks = new Set<() => void>();
  const until = (holds: () => boolean): Wait => {
    let look = (): void => {};
    const met = new Promise<void>((resolve) => {
      look = () => {
        if (holds()) resolve();
      };
    });
    looks.add(look);
    look();
    return Object.assign(met, { cancel: () => void looks.delete(look) });
  };
  const lookAgain = (): void => {
    for (const look of looks) look();
  };
  return { until, lookAgain };
};
