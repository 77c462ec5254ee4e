import { Refusal } from './refusal.ts';

/** How a call is repeated. */
export type Retrying = {
  /** How often at most after the first time. */
  readonly retries: number;
  /** Whether it may be sent again when nobody knows if it had its effect. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
};

/** Longer than this nobody waits inside of a call: the refusal says how long. */
const retry_wait_ms_max = 30_000;
const backoff_ms_min = 500;
const backoff_ms_max = 8_000;

/** Does something until it succeeds, may not be repeated, or was repeated often enough; then its last failure is thrown. */
export const retrying = async <T>(once: () => Promise<T>, { retries, repeatable, signal }: Retrying): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    try {
      return await once();
    } catch (error) {
      if (failures >= retries || signal?.aborted || !isPassing(error, repeatable)) throw error;
      const wait_ms = waitBefore(error, failures, Math.random());
      if (wait_ms > retry_wait_ms_max) throw error;
      await pause(wait_ms, signal);
    }
  }
};

/** What the API asked for, and more of it with each failure; `chance`, from 0 to 1, keeps callers from coming together. */
export const waitBefore = (error: unknown, failures: number, chance: number): number => {
  const asked_ms = error instanceof Refusal ? (error.retry_after_seconds ?? 0) * 1_000 : 0;
  const backoff_ms = Math.min(backoff_ms_max, backoff_ms_min * 2 ** failures);
  return asked_ms + backoff_ms * (0.5 + chance / 2);
};

/** Whether the same request may succeed the next time. What was throttled was not begun. */
const isPassing = (error: unknown, repeatable: boolean): boolean => {
  if (!(error instanceof Refusal)) return repeatable && isBroken(error);
  return error.should_retry && (error.status === 429 || (repeatable && error.status >= 500));
};

/** A connection that broke, as fetch tells of it, or an answer that did not come in time. */
const isBroken = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');

const pause = (wait_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, wait_ms);
    signal?.addEventListener('abort', end, { once: true });
  });
