import { AsyncResource } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { world } from './world.ts';

// Loaded before what is simulated: from here on this process has the time and the chance of the current world.

const RealDate = Date;

const now = () => world().timeline.now;
const random = () => world().random();

class SimulatedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [now()] : given) as [number]));
  }
  static override now = now;
}

/** A timer that may be cleared before its time. */
type Timer = { cleared: boolean; ref(): Timer; unref(): Timer };

const setTimer = (
  action: (...given: unknown[]) => void,
  wait_ms = 0,
  ...given: unknown[]
): Timer => {
  const timer: Timer = { cleared: false, ref: () => timer, unref: () => timer };
  world().timeline.at(now() + Math.ceil(wait_ms), () => {
    if (timer.cleared) return false;
    action(...given);
  });
  return timer;
};

const clearTimer = (timer: Timer | undefined): void => {
  if (timer) timer.cleared = true;
};

const pause = <T>(wait_ms = 0, value?: T): Promise<T | undefined> =>
  new Promise((resolve) => setTimer(() => resolve(value), wait_ms));

/**
 * An action started before it at this moment comes first. It stays with its caller, as Node's own
 * does.
 */
const immediately = (action: () => void): void =>
  world().timeline.at(now(), AsyncResource.bind(action));

const word = () =>
  Math.floor(2 ** 32 * (1 + random()))
    .toString(16)
    .slice(1);

const randomBytes = (count: number): Buffer => {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count; at++) bytes[at] = Math.floor(random() * 256);
  return bytes;
};

const randomUUID = () => {
  const [first, second, third] = [word(), word(), word()];
  return `${first}-${second.slice(0, 4)}-4000-8000-${second.slice(4)}${third}`;
};

const getRandomValues = <T extends ArrayBufferView>(view: T): T => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Math.floor(random() * 256);
  return view;
};

const timing = { setTimeout: setTimer, clearTimeout: clearTimer, setImmediate: immediately };
Object.assign(globalThis, { Date: SimulatedDate, ...timing });
Object.assign(timers, timing);
Object.assign(timersPromises, { setTimeout: pause });
Object.assign(Math, { random });
Object.assign(crypto, {
  randomUUID,
  randomBytes,
  randomInt: (low: number, high?: number) =>
    high === undefined ? Math.floor(random() * low) : low + Math.floor(random() * (high - low)),
});
for (const [name, value] of Object.entries({ getRandomValues, randomUUID }))
  Object.defineProperty(globalThis.crypto, name, { value, configurable: true });
Object.defineProperty(performance, 'now', { value: now, configurable: true });
syncBuiltinESMExports();
