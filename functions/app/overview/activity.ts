import { spentName } from '../../core/counters/names.ts';
import { bySpan, type CountedHour, latencyOf, totalsOf } from '../../core/counters/read.ts';
import { beginsOf, countedStatuses, periods } from '../../delivery/deliveries/statistics.ts';
import { decisionsOf } from './figures.ts';

/** The hours that were counted: of deliveries, and of authorizations. */
export type Counted = {
  readonly deliveries: readonly CountedHour[];
  readonly activity: readonly CountedHour[];
};

type DeliveryCounts = Record<(typeof countedStatuses)[number], number>;

/** How hours went: deliveries by their results, how long they took, authorizations and what was spent. */
const summaryOf = ({ deliveries, activity }: Counted) => {
  const totals = totalsOf(deliveries);
  const { approved, counted } = decisionsOf(activity);
  return {
    deliveries: Object.fromEntries(
      countedStatuses.map((status) => [status, totals.get(status) ?? 0]),
    ) as DeliveryCounts,
    p95_ms: latencyOf(deliveries).p95_ms,
    approved,
    declined: counted - approved,
    spending: [...totalsOf(activity, spentName(''))]
      .map(([currency, amount]) => ({ currency, amount }))
      .toSorted((one, other) => one.currency.localeCompare(other.currency)),
  };
};

const hours_day = periods.day.spans;

/** The hours of two days up to this one. */
const twoDays = { ...periods.day, spans: 2 * hours_day };

/** When the day before the last 24 hours began. */
export const sinceDayBefore = (now: Date): Date => beginsOf(twoDays, now)[0] ?? now;

/** The last 24 hours, the 24 before them, and each hour of the last, oldest first. */
export const activityOf = ({ deliveries, activity }: Counted, now: Date) => {
  const begins = beginsOf(twoDays, now);
  const [delivered, acted] = [bySpan(deliveries, begins), bySpan(activity, begins)];
  const between = (from: number, to: number): Counted => ({
    deliveries: delivered.slice(from, to).flat(),
    activity: acted.slice(from, to).flat(),
  });
  return {
    last_day: summaryOf(between(hours_day, 2 * hours_day)),
    day_before: summaryOf(between(0, hours_day)),
    hours: begins.slice(hours_day).map((begin, at) => ({
      hour: begin.toISOString(),
      ...summaryOf(between(hours_day + at, hours_day + at + 1)),
    })),
  };
};
