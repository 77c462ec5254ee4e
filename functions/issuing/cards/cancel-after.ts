import { ApiError } from '../../core/api-error.ts';
import type { Card, CardTransition } from './model.ts';
import { type SpendingCounters, windowEnd } from './spending.ts';
import { transitionCard } from './transitions.ts';

/** The reason of cards that close by their `cancel_after`. */
export const canceled_reason = 'cancel_after';

type CancelAfter = Card['cancel_after'];

/** The moment at which a card closes by its last day, ISO 8601; null if it has none. */
export const closesAt = (cancelAfter: CancelAfter): string | null => {
  const date = cancelAfter?.date ?? null;
  return date === null ? null : windowEnd('daily', date);
};

/** Whether the last day of a card is over. */
export const isAfterLastDay = (cancelAfter: CancelAfter, now: Date): boolean => {
  const at = closesAt(cancelAfter);
  return at !== null && at <= now.toISOString();
};

const isUsedUp = (cancelAfter: CancelAfter, { all_time }: SpendingCounters): boolean =>
  all_time.count >= (cancelAfter?.authorizations ?? Number.POSITIVE_INFINITY);

/** Whether a card has had all its authorizations, or its last day is over: it approves nothing, closed or not yet. */
export const isPastCancelAfter = (
  cancelAfter: CancelAfter,
  counters: SpendingCounters,
  now: Date,
): boolean => isUsedUp(cancelAfter, counters) || isAfterLastDay(cancelAfter, now);

/** The transition of an open card that these counters have used up; undefined where it stays open. */
export const canceledAfter = (
  card: Card,
  counters: SpendingCounters,
  now: Date,
): CardTransition | undefined =>
  card.state !== 'closed' && isUsedUp(card.cancel_after, counters)
    ? transitionCard(card, 'close', canceled_reason, now)
    : undefined;

/** Requires that the last day of a new card is not over. */
export const requireFuture = (cancelAfter: CancelAfter, now: Date): void => {
  if (!isAfterLastDay(cancelAfter, now)) return;
  const item = {
    pointer: '/cancel_after/date',
    code: 'too_small',
    detail: 'Must be today (UTC) or later.',
  } as const;
  throw new ApiError('validation_failed', { errors: [item] });
};
