import { LRUCache } from 'lru-cache';

/** Values of one process that cost a call. Only `max` of them are kept: the least recently used go first. */
export type Cache<T> = {
  /** The value of a key. Calls at the same time share one load, and a load that fails is not kept. */
  of(key: string, load: () => Promise<T>): Promise<T>;
  /** The value of a key that was loaded, or is being loaded; undefined where it is not. */
  known(key: string): Promise<T> | undefined;
  forget(key: string): void;
};

/** For how long values are kept, by the caller's clock (milliseconds since 1970). */
type Expiry = { readonly ttl_ms: number; readonly now: () => number };

/** An empty cache. Without an expiry a value stays as long as there is room. */
export const cache = <T>(max: number, expiry?: Expiry): Cache<T> => {
  const kept = new LRUCache<string, Promise<T>>({
    max,
    ...(expiry && { ttl: expiry.ttl_ms, ttlResolution: 0, perf: { now: expiry.now } }),
  });
  return {
    of: (key, load) => {
      const known = kept.get(key);
      if (known) return known;
      const loading = load();
      kept.set(key, loading);
      loading.catch(() => kept.peek(key) === loading && kept.delete(key));
      return loading;
    },
    known: (key) => kept.get(key),
    forget: (key) => {
      kept.delete(key);
    },
  };
};
