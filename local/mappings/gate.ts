import { setTimeout as wait } from 'node:timers/promises';

/** What a loop passes again and again, until it is stopped for good; a pause keeps it there. */
export type Gate = {
  /** Resolves with true when the gate is open, with false once it is stopped. */
  passes(): Promise<boolean>;
  /** Aborted by the next pause or stop, so that nobody waits for work that he must not do. */
  signal(): AbortSignal;
  /** Resolves after a while, or as soon as the gate closes. */
  sleep(ms: number): Promise<void>;
  readonly stopped: boolean;
  pause(): void;
  resume(): void;
  stop(): void;
};

/** An open gate. */
export const createGate = (): Gate => {
  let opening = new AbortController();
  let [paused, stopped] = [false, false];
  const queued: (() => void)[] = [];
  const letThrough = (): void => {
    for (const go of queued.splice(0)) go();
  };
  return {
    passes: async () => {
      while (paused && !stopped) await new Promise<void>((go) => queued.push(go));
      return !stopped;
    },
    signal: () => opening.signal,
    sleep: (ms) => wait(ms, undefined, { signal: opening.signal, ref: false }).catch(() => {}),
    get stopped() {
      return stopped;
    },
    pause: () => {
      paused = true;
      opening.abort();
    },
    resume: () => {
      if (!paused || stopped) return;
      paused = false;
      opening = new AbortController();
      letThrough();
    },
    stop: () => {
      stopped = true;
      opening.abort();
      letThrough();
    },
  };
};
