import { declinedName, spentName, verificationsName } from '../../core/counters/names.ts';
import { bySpan, type CountedHour, totalsOf } from '../../core/counters/read.ts';
import {
  type VerificationStatus,
  verificationStatuses,
} from '../../identity/verifications/states.ts';

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** How many customers and verifications were created in each of these days; verifications by their status now. */
export const createdByDay = (hours: readonly CountedHour[], begins: readonly Date[]) =>
  bySpan(hours, begins).map((some, day) => {
    const [totals, verifications] = [totalsOf(some), totalsOf(some, verificationsName(''))];
    return {
      day: dayOf(begins[day] ?? new Date(0)),
      customers: totals.get('customers') ?? 0,
      verifications: Object.fromEntries(
        verificationStatuses.map((status) => [status, verifications.get(status) ?? 0]),
      ) as Record<VerificationStatus, number>,
    };
  });

/** How authorizations were decided, the most frequent reason first. */
export const decisionsOf = (hours: readonly CountedHour[]) => {
  const approved = totalsOf(hours).get('approved') ?? 0;
  const declined = [...totalsOf(hours, declinedName(''))]
    .flatMap(([reason, count]) => (count > 0 ? [{ reason, count }] : []))
    .toSorted((one, other) => other.count - one.count);
  return {
    counted: declined.reduce((sum, { count }) => sum + count, approved),
    approved,
    declined,
  };
};

/** The amounts that authorizations count towards the limits of their cards, by day and currency, newest day first. */
export const spendingOf = (hours: readonly CountedHour[]) =>
  [...Map.groupBy(hours, ({ hour }) => dayOf(hour))]
    .flatMap(([day, some]) =>
      [...totalsOf(some, spentName(''))].map(([currency, amount]) => ({ day, currency, amount })),
    )
    .toSorted(
      (one, other) =>
        other.day.localeCompare(one.day) || one.currency.localeCompare(other.currency),
    );
