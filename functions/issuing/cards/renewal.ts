import { ApiError } from '../../core/api-error.ts';
import { closesAt } from './cancel-after.ts';
import { type Card, type CardTransition, day_ms, expiresAt, isExpired } from './model.ts';
import type { RenewalSkipReason } from './states.ts';
import { changeCard, statusOf, transitionCard } from './transitions.ts';

/** The reason of cards whose last month is over. */
const expired_reason = 'expired';

/** The time for a card: a simulated clock may have gone ahead of ours. */
export const timeFor = ({ advanced_to }: Pick<Card, 'advanced_to'>, now: Date): Date =>
  advanced_to !== null && advanced_to > now.toISOString() ? new Date(advanced_to) : now;

/** Whether it is time to look at the renewal of a card. */
export const isRenewalLook = (card: Card, now: Date): boolean =>
  card.state !== 'closed' &&
  card.renews_at !== null &&
  card.renews_at <= timeFor(card, now).toISOString();

/** Whether a card is of a number of authorizations, or closes by its last day before it expires. */
const closesBefore = (card: Card): boolean => {
  const closing = closesAt(card.cancel_after);
  return (
    (card.cancel_after?.authorizations ?? null) !== null ||
    (closing !== null && closing <= expiresAt(card).toISOString())
  );
};

/** The properties of a card that keep it from being renewed, in the order of the checks. */
const skipRules: readonly (readonly [RenewalSkipReason, (card: Card) => boolean])[] = [
  ['cancel_after', closesBefore],
  ['not_activated', ({ state }) => state === 'inactive'],
  [
    'fraud_suspected',
    ({ state, status_reason }) => state === 'frozen' && status_reason === 'fraud_suspected',
  ],
  [
    'mail_returned',
    ({ state, status_reason }) => state === 'frozen' && status_reason === 'mail_returned',
  ],
  ['customer_not_eligible', (card) => statusOf(card) === 'blocked'],
];

/** Why a card is not renewed now; undefined where nothing of the card itself forbids it. */
export const skipReasonOf = (card: Card): RenewalSkipReason | undefined =>
  skipRules.find(([, holds]) => holds(card))?.[0];

/** The errors of an order that say why there is no next card. */
const skipErrors: Readonly<Record<string, RenewalSkipReason>> = {
  feature_not_active: 'customer_not_eligible',
  validation_failed: 'not_offered',
  issuer_refused: 'issuer_refused',
};

/** Why an order of the next card was rejected; undefined where it may be tried again. */
export const rejectionOf = (error: unknown): RenewalSkipReason | undefined =>
  error instanceof ApiError ? skipErrors[error.code] : undefined;

/** When a card that was not renewed is looked at again: what forbids it may end before it expires. */
export const nextRenewalLook = (card: Card, now: Date): string =>
  new Date(timeFor(card, now).getTime() + day_ms).toISOString();

/** The card that is not renewed for a reason; undefined where it has this reason already. */
export const skippedRenewal = (
  card: Card,
  reason: RenewalSkipReason,
  now: Date,
): CardTransition | undefined => {
  if (card.renewal_skipped === reason) return undefined;
  const after = changeCard(
    card,
    { renewal_skipped: reason, renews_at: nextRenewalLook(card, now) },
    now,
  );
  return { before: card, after, event: 'card.renewal_skipped' };
};

/** The transition of an open card whose last month is over; undefined before that. */
export const expiredCard = (card: Card, now: Date): CardTransition | undefined =>
  card.state !== 'closed' && isExpired(card, timeFor(card, now))
    ? transitionCard(card, 'close', expired_reason, now)
    : undefined;
