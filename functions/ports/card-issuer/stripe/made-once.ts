import { type Clock, systemClock } from '../../../runtime/clock.ts';
import { isReplayedError } from './errors.ts';
import { idempotencyKeyOf } from './lines.ts';

/** Something that Stripe is to make once, however often it is asked. */
type MakingOnce<Made> = {
  /** Where its line lies: its key begins so. */
  readonly place: string;
  /** Since when Stripe may have been asked, ISO 8601. */
  readonly ordered_at: string;
  readonly attempt: number;
  readonly create: (idempotencyKey: string) => Promise<Made>;
  /** Looks whether it is there. */
  readonly find: () => Promise<Made | undefined>;
  /** Writes down that the key of an attempt is used up, and says which is next. */
  readonly next: () => Promise<number>;
};

/** For so long Stripe surely knows a key: it promises 24 hours. */
const key_ms = 23 * 60 * 60 * 1000;

/** Whether Stripe may have forgotten the key under which something was first asked for, so that it would make it twice. */
export const isKeyForgotten = (ordered_at: string, { now }: Pick<Clock, 'now'> = systemClock()): boolean =>
  now().getTime() - Date.parse(ordered_at) > key_ms;

/** Has it made, or finds what was made before: by its key, and by looking where the key does not tell. */
export const madeOnce = async <Made>(making: MakingOnce<Made>): Promise<Made> => {
  const { place, ordered_at, attempt, create, find, next } = making;
  const there = isKeyForgotten(ordered_at) ? await find() : undefined;
  if (there) return there;
  try {
    return await create(idempotencyKeyOf(place, attempt));
  } catch (error) {
    if (!isReplayedError(error)) throw error;
    return (await find()) ?? create(idempotencyKeyOf(place, await next()));
  }
};

/** From when on it is looked for, in seconds since 1970: clocks differ. */
export const lookedForSince = (ordered_at: string): number => Math.floor(Date.parse(ordered_at) / 1000) - 600;
