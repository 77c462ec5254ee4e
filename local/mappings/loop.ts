import { setTimeout as wait } from 'node:timers/promises';

/** Controls a loop from outside: pauses it, resumes it, stops it for good. */
export type Loop = {
  /** Resolves with true when the loop may run its next round, with false once it is stopped. */
  runs(): Promise<boolean>;
  /** Aborted by the next pause or stop, so that nobody waits for work that must not be done. */
  signal(): AbortSignal;
  /** Resolves after a while, or as soon as the loop is paused or stopped. */
  sleep(ms: number): Promise<void>;
  readonly isStopped: boolean;
  pause(): void;
  resume(): void;
  stop(): void;
};

/** A loop that runs. */
export const createLoop = (): Loop => {
  let running = new AbortController();
  let [isPaused, isStopped] = [false, false];
  const waiting: (() => void)[] = [];
  const endPauses = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  return {
    runs: async () => {
      while (isPaused && !isStopped) await new Promise<void>((resolve) => waiting.push(resolve));
      return !isStopped;
    },
    signal: () => running.signal,
    sleep: (ms) => wait(ms, undefined, { signal: running.signal, ref: false }).catch(() => {}),
    get isStopped() {
      return isStopped;
    },
    pause: () => {
      isPaused = true;
      running.abort();
    },
    resume: () => {
      if (!isPaused || isStopped) return;
      isPaused = false;
      running = new AbortController();
      endPauses();
    },
    stop: () => {
      isStopped = true;
      running.abort();
      endPauses();
    },
  };
};
