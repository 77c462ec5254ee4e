/** Receivers that wait for a message, first come, first served. */
export type Waiters<T> = {
  /** What `take` finds now or within the time; empty when there is nothing, and at once when the signal aborts. */
  wait(wait_ms: number, take: () => T[], signal?: AbortSignal): Promise<T[]>;
  /** Something has come. It is looked at a little later, so that many messages that come together are received together. */
  notify(): void;
  /** Every wait ends with nothing, now and from now on. */
  stop(): void;
};

type Waiter<T> = { readonly take: () => T[]; readonly leave: (found: T[]) => void };

/** No receiver waits yet. */
export const createWaiters = <T>(): Waiters<T> => {
  const waiting = new Set<Waiter<T>>();
  let [isStopped, isNotified] = [false, false];
  const serve = (): void => {
    isNotified = false;
    for (const waiter of waiting) {
      const found = waiter.take();
      if (found.length === 0) return;
      waiter.leave(found);
    }
  };
  return {
    wait: async (wait_ms, take, signal) => {
      if (isStopped || signal?.aborted) return [];
      const found = waiting.size === 0 ? take() : [];
      if (found.length > 0 || wait_ms <= 0) return found;
      return await enter(waiting, wait_ms, take, signal);
    },
    notify: () => {
      if (isNotified || waiting.size === 0) return;
      isNotified = true;
      queueMicrotask(serve);
    },
    stop: () => {
      isStopped = true;
      for (const waiter of waiting) waiter.leave([]);
    },
  };
};

const enter = <T>(waiting: Set<Waiter<T>>, wait_ms: number, take: () => T[], signal?: AbortSignal): Promise<T[]> =>
  new Promise((resolve) => {
    const leave = (found: T[]): void => {
      waiting.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve(found);
    };
    const giveUp = (): void => leave([]);
    const waiter = { take, leave };
    const timer = setTimeout(giveUp, wait_ms);
    signal?.addEventListener('abort', giveUp);
    waiting.add(waiter);
  });
