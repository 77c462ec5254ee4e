import type * as z from 'zod/mini';
import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import { deepEqual, type ReadonlyDeep } from '../../core/json.ts';
import type { CountedInterval } from '../../core/limits.ts';
import { type Interval, intervals } from '../../core/limits.ts';
import { dailyCapIn } from '../../identity/catalogues/catalogue.ts';
import type { Limit } from '../../identity/features/model.ts';
import type { SpendingControlsInputSchema } from './controls-schema.ts';
import type { CardLimitResource, CardResource } from './schema.ts';

/** The uses that a card allows. Empty lists allow everything. */
export type SpendingControls = ReadonlyDeep<CardResource['spending_controls']>;
export type SpendingLimit = SpendingControls['limits'][number];

/** The controls as a business states them: a member that is left out or null is not restricted. */
export type SpendingControlsInput = ReadonlyDeep<z.infer<typeof SpendingControlsInputSchema>>;

/** The daily limit of a card that sets none: the usual cap of its currency. */
const defaultDailyLimit = (currency: string): SpendingLimit => ({
  amount: dailyCapIn(currency),
  interval: 'daily',
});

/** Controls with every list there; without any limits the default daily one is written down. */
export const spendingControls = (
  said: SpendingControlsInput | null | undefined,
  currency: string,
): SpendingControls => ({
  limits: said?.limits ?? [defaultDailyLimit(currency)],
  allowed_categories: said?.allowed_categories ?? [],
  blocked_categories: said?.blocked_categories ?? [],
  allowed_countries: said?.allowed_countries ?? [],
  allowed_merchants: said?.allowed_merchants ?? [],
  blocked_merchants: said?.blocked_merchants ?? [],
  allowed_card_presences: said?.allowed_card_presences ?? [],
  allowed_currencies: said?.allowed_currencies ?? [],
  velocity_limits: said?.velocity_limits ?? [],
});

/** The members of a card that its limits depend on. */
export type LimitedCard = {
  readonly spending_controls: SpendingControls;
  readonly currency: string;
};

/** The limits in force: those of the card, and the default daily one if it sets none. */
export const limitsInForce = ({
  spending_controls: { limits },
  currency,
}: LimitedCard): readonly SpendingLimit[] =>
  limits.some(({ interval }) => interval === 'daily')
    ? limits
    : [...limits, defaultDailyLimit(currency)];

/**
 * The bounds of a card's spending within an interval: its own limit, for the day else the default,
 * and the cap of its customer's features now. One authorization is under the day's cap like all
 * others of the day, so that a decline names the limit that the resource has.
 */
const boundsFor = (card: LimitedCard, granted: readonly Limit[], interval: Interval) => ({
  limit: limitsInForce(card).find((limit) => limit.interval === interval)?.amount,
  cap: interval === 'per_authorization' ? undefined : highestCaps(granted).get(interval),
});

/** The most that a card may spend within an interval: what lost its feature spends less, and neither does saying nothing spend more. */
export const limitFor = (...asked: Parameters<typeof boundsFor>): number | undefined => {
  const { limit, cap } = boundsFor(...asked);
  const amounts = [limit, cap].filter((amount) => amount !== undefined);
  return amounts.length > 0 ? Math.min(...amounts) : undefined;
};

/** The highest cap of each interval, of all that the customer's features grant. */
const highestCaps = (granted: readonly Limit[]): ReadonlyMap<Interval, number> =>
  new Map(
    intervals.flatMap((interval): [Interval, number][] => {
      const amounts = granted
        .filter((limit) => limit.interval === interval)
        .map(({ amount }) => amount);
      return amounts.length > 0 ? [[interval, Math.max(...amounts)]] : [];
    }),
  );

/**
 * The errors of limits above the caps that the customer's features grant, except for limits that
 * stay as they were.
 */
export const aboveCaps = (
  { limits }: SpendingControls,
  granted: readonly Limit[],
  before: readonly SpendingLimit[] = [],
): ApiErrorItem[] => {
  const caps = highestCaps(granted);
  return limits.flatMap(({ amount, interval }, position): ApiErrorItem[] => {
    const cap = caps.get(interval);
    const stays = before.some((limit) => limit.interval === interval && limit.amount === amount);
    if (cap === undefined || amount <= cap || stays) return [];
    const detail = `Must be at most ${cap}, the cap of the interval ${interval}; other features may raise it.`;
    return [{ pointer: `/spending_controls/limits/${position}/amount`, code: 'above_cap', detail }];
  });
};

/** Rejects limits above the caps that the customer's features grant, but for those that stay as they were. */
export const requireWithinCaps = (
  controls: SpendingControls,
  granted: readonly Limit[],
  before?: readonly SpendingLimit[],
): void => {
  const errors = aboveCaps(controls, granted, before);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};

/** Rejects limits that the issuer cannot represent: it has multiples of `step` alone. Those that stay as they were pass. */
export const requireMultiples = (
  { limits }: SpendingControls,
  step: number,
  before: readonly SpendingLimit[] = [],
): void => {
  const errors = limits.flatMap((limit, position): ApiErrorItem[] => {
    if (limit.amount % step === 0 || before.some((one) => deepEqual(one, limit))) return [];
    const detail = `Must be a multiple of ${step}: the card’s issuer has no smaller amounts in its currency.`;
    return [
      { pointer: `/spending_controls/limits/${position}/amount`, code: 'invalid_value', detail },
    ];
  });
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};

/** The amount spent in the current window of one interval. */
type Counter = {
  /** The window's first day, `YYYY-MM-DD`. */
  readonly window: string;
  /**
   * Minor units. Below zero where a refund without an authorization came before what is spent next: the sum is then the
   * same in every order. A limit reads it as nothing spent.
   */
  readonly spent: number;
  /** How many authorizations were approved; one that is reversed later still counts. */
  readonly count: number;
};

/** The amounts spent with a card, by interval. */
export type SpendingCounters = Readonly<Record<CountedInterval, Counter>>;

/** The first day of the window that an amount is counted in, by interval. */
export type SpendingWindows = Readonly<Record<CountedInterval, string>>;

/** Before any time: every window comes after it. */
const never: Counter = { window: '', spent: 0, count: 0 };

/** Nothing was spent yet. */
export const nothingSpent: SpendingCounters = {
  daily: never,
  weekly: never,
  monthly: never,
  yearly: never,
  all_time: never,
};

/** The first day of the window of a moment: calendar, UTC, weeks from Monday (ISO 8601). */
export const windowAt = (interval: CountedInterval, now: Date): string => {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const firstDays: Record<CountedInterval, number> = {
    daily: Date.UTC(year, month, day),
    weekly: Date.UTC(year, month, day - sinceMonday),
    monthly: Date.UTC(year, month, 1),
    yearly: Date.UTC(year, 0, 1),
    all_time: 0,
  };
  return new Date(firstDays[interval]).toISOString().slice(0, 10);
};

/** The moment at which a window ends that begins on this day; null where there is always the same. */
export const windowEnd = (interval: CountedInterval, window: string): string | null => {
  const [year = 0, month = 0, day = 0] = window.split('-').map(Number);
  const ends: Record<CountedInterval, number | null> = {
    daily: Date.UTC(year, month - 1, day + 1),
    weekly: Date.UTC(year, month - 1, day + 7),
    monthly: Date.UTC(year, month, 1),
    yearly: Date.UTC(year + 1, 0, 1),
    all_time: null,
  };
  const end = ends[interval];
  return end === null ? null : new Date(end).toISOString();
};

/**
 * The counters as they are in the windows of a moment: those of windows that are over start at zero. A moment before the
 * window, from a request that came late, counts within it.
 */
export const countersAt = (counters: SpendingCounters, now: Date): SpendingCounters =>
  forEach((interval) => {
    const window = windowAt(interval, now);
    return counters[interval].window >= window
      ? counters[interval]
      : { window, spent: 0, count: 0 };
  });

/** The counters with one more authorization of an amount in every interval. */
export const withSpent = (counters: SpendingCounters, amount: number): SpendingCounters =>
  forEach((interval) => {
    const { window, spent, count } = counters[interval];
    // A check of the card without an amount is no payment.
    return { window, spent: spent + amount, count: count + (amount > 0 ? 1 : 0) };
  });

/** The windows of a moment. */
export const windowsAt = (now: Date): SpendingWindows =>
  forEach((interval) => windowAt(interval, now));

/** The windows that counters count in now. */
export const windowsOf = (counters: SpendingCounters): SpendingWindows =>
  forEach((interval) => counters[interval].window);

/**
 * The counters with an amount and a number of authorizations more, or less where they are negative,
 * in these windows alone. A window that is over is left as it was, and nothing is given back to one
 * that came after it.
 */
export const adjustedIn = (
  counters: SpendingCounters,
  windows: SpendingWindows,
  { amount, count = 0 }: { readonly amount: number; readonly count?: number },
): SpendingCounters =>
  forEach((interval) => {
    const { window, spent, count: counted } = counters[interval];
    if (window > windows[interval]) return counters[interval];
    const before =
      window === windows[interval] ? { spent, count: counted } : { spent: 0, count: 0 };
    return {
      window: windows[interval],
      spent: before.spent + amount,
      count: Math.max(0, before.count + count),
    };
  });

/** Whether one more authorization is above a limit of their number. */
export const isTooOften = (
  { spending_controls }: LimitedCard,
  counters: SpendingCounters,
): boolean =>
  spending_controls.velocity_limits.some(
    ({ count, interval }) => counters[interval].count >= count,
  );

/**
 * The amount spent within an interval after an amount more. Refunds never leave more than the
 * limit.
 */
export const spentAfter = (
  counters: SpendingCounters,
  interval: Interval,
  amount: number,
): number =>
  interval === 'per_authorization' ? amount : Math.max(0, counters[interval].spent) + amount;

const forEach = <T>(
  make: (interval: CountedInterval) => T,
): Readonly<Record<CountedInterval, T>> => ({
  daily: make('daily'),
  weekly: make('weekly'),
  monthly: make('monthly'),
  yearly: make('yearly'),
  all_time: make('all_time'),
});

/** The amount that a card may spend within an interval. */
export type CardLimit = Omit<z.infer<typeof CardLimitResource>, 'object'>;

/**
 * The limits that an authorization is measured against at a moment, by interval from the shortest.
 */
export const cardLimits = (
  card: LimitedCard,
  {
    counters,
    granted,
  }: { readonly counters: SpendingCounters; readonly granted: readonly Limit[] },
  now: Date,
): CardLimit[] => {
  const current = countersAt(counters, now);
  return intervals.map((interval) => {
    const { limit = null, cap = null } = boundsFor(card, granted, interval);
    const most = limitFor(card, granted, interval);
    const spent = spentAfter(current, interval, 0);
    // A limit that was lowered may lie below what was spent before.
    const left = most === undefined ? null : Math.max(0, most - spent);
    const until =
      interval === 'per_authorization' ? null : windowEnd(interval, current[interval].window);
    const count = interval === 'per_authorization' ? 0 : current[interval].count;
    const { count: count_limit = null } =
      card.spending_controls.velocity_limits.find((velocity) => velocity.interval === interval) ??
      {};
    return {
      interval,
      limit,
      cap,
      spent,
      left,
      count,
      count_limit,
      until,
      currency: card.currency,
    };
  });
};
