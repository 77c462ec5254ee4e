/** Those who wait for a message, first come, first served. */
export type Waiters<T> = {
  /** What `take` finds now, or within the time; empty when there is nothing, and at once when the signal says so. */
  wait(wait_ms: number, take: () => T[], signal?: AbortSignal): Promise<T[]>;
  /** Something has come. Looked at a little later, so that many who come together are received together. */
  wake(): void;
  /** Everybody goes with nothing, now and from now on. */
  stop(): void;
};

type Waiter<T> = { readonly take: () => T[]; readonly leave: (found: T[]) => void };

/** Nobody waits yet. */
export const createWaiters = <T>(): Waiters<T> => {
  const waiting = new Set<Waiter<T>>();
  let stopped = false;
  let woken = false;
  const serve = (): void => {
    woken = false;
    for (const waiter of waiting) {
      const found = waiter.take();
      if (found.length === 0) return;
      waiter.leave(found);
    }
  };
  return {
    wait: async (wait_ms, take, signal) => {
      if (stopped || signal?.aborted) return [];
      const found = waiting.size === 0 ? take() : [];
      if (found.length > 0 || wait_ms <= 0) return found;
      return await enter(waiting, wait_ms, take, signal);
    },
    wake: () => {
      if (woken || waiting.size === 0) return;
      woken = true;
      queueMicrotask(serve);
    },
    stop: () => {
      stopped = true;
      for (const waiter of waiting) waiter.leave([]);
    },
  };
};

const enter = <T>(waiting: Set<Waiter<T>>, wait_ms: number, take: () => T[], signal?: AbortSignal): Promise<T[]> =>
  new Promise((resolve) => {
    const leave = (found: T[]): void => {
      waiting.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', nothing);
      resolve(found);
    };
    const nothing = (): void => leave([]);
    const waiter = { take, leave };
    const timer = setTimeout(nothing, wait_ms);
    signal?.addEventListener('abort', nothing);
    waiting.add(waiter);
  });
