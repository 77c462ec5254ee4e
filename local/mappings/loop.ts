import { setTimeout as wait } from 'node:timers/promises';

/** Controls a loop from outside: pauses it, resumes it, stops it for good. */
export type Loop = {
  /** Resolves with true when the loop may run its next round, with false once it is stopped. */
  runs(): Promise<boolean>;
  /** Aborted by the next pause or stop, so that nobody waits for work that must not be done. */
  signal(): AbortSignal;
  /** Resolves after a while, or as soon as the loop is paused or stopped. */
  sleep(ms: number): Promise<void>;
  /** Counts work that goes on beside the rounds. */
  during<T>(work: Promise<T>): Promise<T>;
  /** As Lambda has it: disabled once it is paused and neither a round nor other work goes on. */
  state(): LoopState;
  readonly isStopped: boolean;
  pause(): void;
  resume(): void;
  stop(): void;
};

export type LoopState = 'Enabled' | 'Disabling' | 'Disabled';

/** A loop that runs. */
export const createLoop = (): Loop => {
  let running = new AbortController();
  let [isPaused, isStopped] = [false, false];
  const waiting: (() => void)[] = [];
  let working = 0;
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
    during: (work) => {
      working += 1;
      return work.finally(() => (working -= 1));
    },
    state: () => {
      if (!isPaused) return 'Enabled';
      return waiting.length > 0 && working === 0 ? 'Disabled' : 'Disabling';
    },
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
