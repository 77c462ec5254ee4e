import { type Interval, intervals, type Limit } from '../features/catalogue.ts';
import type { Card } from './model.ts';
import { boundsFor, limitFor } from './spending-controls.ts';

/** Intervals over which spending is summed; `per_authorization` looks at one amount alone. */
export const countedIntervals = [
  'daily',
  'weekly',
  'monthly',
  'yearly',
  'all_time',
] as const satisfies readonly Interval[];
export type CountedInterval = (typeof countedIntervals)[number];

/** What was spent in the current window of one interval. */
type Counter = {
  /** The window's first day, `YYYY-MM-DD`. */
  readonly window: string;
  /** Minor units. */
  readonly spent: number;
};

/** What was spent with a card, by interval. */
export type SpendingCounters = Readonly<Record<CountedInterval, Counter>>;

/** The first day of the window that an amount is counted in, by interval. */
export type SpendingWindows = Readonly<Record<CountedInterval, string>>;

/** Before any time: every window comes after it. */
const never: Counter = { window: '', spent: 0 };

/** Nothing was spent yet. */
export const nothingSpent: SpendingCounters = {
  daily: never,
  weekly: never,
  monthly: never,
  yearly: never,
  all_time: never,
};

/** The first day of the window that a moment lies in: calendar, UTC, weeks from Monday (ISO 8601). */
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
 * The counters as they are in the windows of a moment: those of windows that are over begin anew. A moment before the
 * window, from a request that came late, counts within it.
 */
export const countersAt = (counters: SpendingCounters, now: Date): SpendingCounters =>
  forEach((interval) => {
    const window = windowAt(interval, now);
    return counters[interval].window >= window ? counters[interval] : { window, spent: 0 };
  });

/** The counters with an amount more in every interval. */
export const withSpent = (counters: SpendingCounters, amount: number): SpendingCounters =>
  forEach((interval) => ({ ...counters[interval], spent: counters[interval].spent + amount }));

/** The windows that a moment lies in. */
export const windowsAt = (now: Date): SpendingWindows => forEach((interval) => windowAt(interval, now));

/** The windows that counters count in now. */
export const windowsOf = (counters: SpendingCounters): SpendingWindows =>
  forEach((interval) => counters[interval].window);

/**
 * The counters with an amount more, or less where it is negative, in these windows alone: a window that is over is left as
 * it was, and nothing is given back to one that came after it. Nobody has spent less than nothing.
 */
export const adjustedIn = (counters: SpendingCounters, windows: SpendingWindows, amount: number): SpendingCounters =>
  forEach((interval) => {
    const { window, spent } = counters[interval];
    if (window > windows[interval]) return counters[interval];
    const before = window === windows[interval] ? spent : 0;
    return { window: windows[interval], spent: Math.max(0, before + amount) };
  });

/** What would have been spent within an interval after an amount more. */
export const spentAfter = (counters: SpendingCounters, interval: Interval, amount: number): number =>
  interval === 'per_authorization' ? amount : counters[interval].spent + amount;

const forEach = <T>(make: (interval: CountedInterval) => T): Readonly<Record<CountedInterval, T>> => ({
  daily: make('daily'),
  weekly: make('weekly'),
  monthly: make('monthly'),
  yearly: make('yearly'),
  all_time: make('all_time'),
});

/** What a card may spend within an interval, in minor units of its currency. */
export type CardLimit = {
  readonly interval: Interval;
  /** Null where it has none of its own. */
  readonly limit: number | null;
  /** Null where no feature of its customer sets one. */
  readonly cap: number | null;
  readonly spent: number;
  /** Null where neither bounds it. */
  readonly left: number | null;
  /** Null where the interval does not end. */
  readonly until: string | null;
  readonly currency: string;
};

/** What an authorization is measured against at a moment, by interval from the shortest. */
export const cardLimits = (
  { spending_controls, currency }: Pick<Card, 'spending_controls' | 'currency'>,
  { counters, granted }: { readonly counters: SpendingCounters; readonly granted: readonly Limit[] },
  now: Date,
): CardLimit[] => {
  const current = countersAt(counters, now);
  return intervals.map((interval) => {
    const { limit = null, cap = null } = boundsFor(spending_controls, granted, interval);
    const most = limitFor(spending_controls, granted, interval);
    const spent = spentAfter(current, interval, 0);
    // A limit that was lowered may lie below what was spent before.
    const left = most === undefined ? null : Math.max(0, most - spent);
    const until = interval === 'per_authorization' ? null : windowEnd(interval, current[interval].window);
    return { interval, limit, cap, spent, left, until, currency };
  });
};
