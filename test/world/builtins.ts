import { AsyncResource } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import zlib from 'node:zlib';
import { clockAt } from './clock.ts';
import { isAskedHere, isTestHere } from './running.ts';

// Loaded before what runs in the World: from here on this process has the time of its clock.

const RealDate = Date;

/**
 * No time of day and no day of a month turns a test red by chance. WORLD_BEGINS_AT=2027-01-31T23:59:50Z tries another; a file
 * whose World begins in the past sets it before it imports the World.
 */
const { WORLD_BEGINS_AT = '2027-03-10T09:30:00Z' } = process.env;

/** The clock of this process. */
export const clock = clockAt(RealDate.parse(WORLD_BEGINS_AT));
const { now } = clock;

class StandingDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [now()] : given) as [number]));
  }
  static override now = now;
}

/** A timer that may be cleared before its time. */
type Timer = {
  clear(): void;
  ref(): Timer;
  unref(): Timer;
  hasRef(): boolean;
  refresh(): Timer;
  [Symbol.dispose](): void;
};

type Action = (...given: unknown[]) => void;

const timerOf = (
  action: Action,
  wait_ms: number,
  given: readonly unknown[],
  repeats: boolean,
): Timer => {
  const asked = isAskedHere();
  const scope = new AsyncResource('Timer');
  const happen = (): void =>
    scope.runInAsyncScope(() => {
      if (repeats) clear = clock.after(wait_ms, happen, asked);
      action(...given);
    });
  let clear = clock.after(wait_ms, happen, asked);
  const timer: Timer = {
    clear: () => clear(),
    ref: () => timer,
    unref: () => timer,
    hasRef: () => true,
    refresh: () => {
      clear();
      clear = clock.after(wait_ms, happen, asked);
      return timer;
    },
    [Symbol.dispose]: () => clear(),
  };
  return timer;
};

const setTimer = (action: Action, wait_ms = 0, ...given: unknown[]): Timer =>
  timerOf(action, wait_ms, given, false);
const setRepeated = (action: Action, wait_ms = 1, ...given: unknown[]): Timer =>
  timerOf(action, wait_ms, given, true);
const clearTimer = (timer: Timer | undefined): void => timer?.clear?.();

/** A test that waits lets time pass. */
const pause = <T>(
  wait_ms = 0,
  value?: T,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<T | undefined> => {
  if (isTestHere()) return clock.advance(wait_ms).then(() => value);
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      timer.clear();
      reject(
        Object.assign(new Error('The operation was aborted'), {
          name: 'AbortError',
          code: 'ABORT_ERR',
        }),
      );
    };
    const timer = setTimer(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve(value);
    }, wait_ms);
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
  });
};

const signalAfter = (wait_ms: number): AbortSignal => {
  const over = new AbortController();
  setTimer(
    () => over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    wait_ms,
  );
  return over.signal;
};

/** The same function, whose work nothing overtakes. */
const counted =
  (work: (...given: unknown[]) => void) =>
  (...given: unknown[]): void => {
    const answer = given.at(-1) as (...outcome: unknown[]) => void;
    const { promise, resolve } = Promise.withResolvers<void>();
    void clock.during(promise);
    work(...given.slice(0, -1), (...outcome: unknown[]) => {
      resolve();
      answer(...outcome);
    });
  };

const countedPromises = (work: (...given: unknown[]) => Promise<unknown>) =>
  function (this: unknown, ...given: unknown[]) {
    return clock.during(work.apply(crypto.subtle, given));
  };

const timing = {
  setTimeout: setTimer,
  clearTimeout: clearTimer,
  setInterval: setRepeated,
  clearInterval: clearTimer,
};
Object.assign(globalThis, { Date: StandingDate, ...timing });
Object.assign(timers, timing);
Object.assign(timersPromises, { setTimeout: pause });
Object.assign(AbortSignal, { timeout: signalAfter });
for (const name of [
  'gzip',
  'gunzip',
  'deflate',
  'inflate',
  'unzip',
  'brotliCompress',
  'brotliDecompress',
] as const)
  Object.assign(zlib, { [name]: counted(zlib[name] as never) });
for (const name of [
  'sign',
  'verify',
  'digest',
  'encrypt',
  'decrypt',
  'importKey',
  'exportKey',
  'generateKey',
  'wrapKey',
  'unwrapKey',
  'deriveBits',
  'deriveKey',
] as const)
  Object.defineProperty(crypto.subtle, name, {
    value: countedPromises(crypto.subtle[name] as never),
    configurable: true,
  });
Object.defineProperty(performance, 'now', {
  value: () => now() - performance.timeOrigin,
  configurable: true,
});
syncBuiltinESMExports();
