import { type Authorization, countedAmount } from '../authorizations/model.ts';

/** What figures are made of, newest first. `more`: there are older ones in the period. */
type Read = { readonly authorizations: readonly Authorization[]; readonly more: boolean };

const dayOf = ({ created_at }: Pick<Authorization, 'created_at'>): string => created_at.slice(0, 10);

/** How authorizations were decided, the most frequent reason first. */
export const decisionsOf = ({ authorizations, more }: Read) => {
  const declined = authorizations.filter(({ approved }) => !approved);
  const reasons = Map.groupBy(declined, ({ decline_reason }) => decline_reason);
  return {
    counted: authorizations.length,
    since: authorizations.at(-1)?.created_at ?? null,
    more,
    approved: authorizations.length - declined.length,
    declined: [...reasons]
      .flatMap(([reason, { length: count }]) => (reason === null ? [] : [{ reason, count }]))
      .toSorted((one, other) => other.count - one.count),
  };
};

/**
 * What authorizations count towards the limits of their cards, by day and currency, the newest day first. Where there are
 * older ones, the day of the oldest one is left out, since it is not complete.
 */
export const spendingOf = ({ authorizations, more }: Read) => {
  const oldest = authorizations.at(-1);
  const whole = more && oldest ? authorizations.filter((one) => dayOf(one) > dayOf(oldest)) : authorizations;
  // A merchant can capture what was declined, and limits count that.
  const counting = whole.filter((one) => one.approved || countedAmount(one) > 0);
  return [...Map.groupBy(counting, (one) => `${dayOf(one)} ${one.currency}`).values()]
    .flatMap((group) => {
      const [first] = group;
      const amount = group.reduce((sum, one) => sum + countedAmount(one), 0);
      return first ? [{ day: dayOf(first), currency: first.currency, amount }] : [];
    })
    .toSorted((one, other) => other.day.localeCompare(one.day) || one.currency.localeCompare(other.currency));
};
