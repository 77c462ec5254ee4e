import { ApiError } from './api-error.ts';

/** How a call is repeated. */
export type Retrying = {
  /** How often at most after the first time. */
  readonly retries: number;
  /** Whether it may be sent again when nobody knows if it had its effect. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
};

/** A longer wait ends the call; the error says how long to wait. */
const retry_wait_ms_max = 30_000;
const backoff_ms_min = 500;
const backoff_ms_max = 8_000;

/** Retries until a call succeeds, must not be repeated, or has used its retries; then throws the last error. */
export const retrying = async <T>(
  once: () => Promise<T>,
  { retries, repeatable, signal }: Retrying,
): Promise<T> => {
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

/** The wait that the API asked for, plus a backoff that grows with each failure; `chance`, from 0 to 1, spreads callers. */
export const waitBefore = (error: unknown, failures: number, chance: number): number => {
  const asked_ms = error instanceof ApiError ? (error.retry_after_seconds ?? 0) * 1_000 : 0;
  const backoff_ms = Math.min(backoff_ms_max, backoff_ms_min * 2 ** failures);
  return asked_ms + backoff_ms * (0.5 + chance / 2);
};

/** Whether the same request may succeed the next time. A throttled request had no effect. */
const isPassing = (error: unknown, repeatable: boolean): boolean => {
  if (!(error instanceof ApiError)) return repeatable && isBroken(error);
  return error.should_retry && (error.status === 429 || (repeatable && error.status >= 500));
};

/** A connection that broke, as fetch reports it, or an answer that did not come in time. */
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
