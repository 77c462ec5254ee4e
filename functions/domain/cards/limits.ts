import { type Interval, intervals, type Limit } from '../features/catalogue.ts';
import type { Card } from './card.ts';
import { countersAt, type SpendingCounters, spentAfter, windowEnd } from './spending.ts';
import { boundsFor, limitFor } from './spending-controls.ts';

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
