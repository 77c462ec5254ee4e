import {
  type Card,
  type CardTransition,
  type IssuerCard,
  type IssuerSync,
  isExpired,
  outOfSync,
  type Tracking,
  toIssuerCard,
} from './model.ts';
import { cardTransitions, type ShippingStatus, shippingTransitions } from './states.ts';
import { changeCard, transitionCard, transitionCardShipping } from './transitions.ts';

/**
 * The card with a reason for which its business has to look at it: frozen where it is active, blocked or not; else it only
 * shows the reason.
 */
const frozenFor = (
  card: Card,
  status_reason: string,
  now: Date,
  changes: Partial<Card> = {},
): CardTransition => {
  const [state, event] =
    cardTransitions[card.state].freeze ?? ([card.state, 'card.updated'] as const);
  return {
    before: card,
    after: changeCard(card, { ...changes, state, status_reason }, now),
    event,
  };
};

/**
 * The change after a warning of fraud of the issuer: the card is frozen, once for each warning,
 * since its business may unfreeze it. Nothing where the card is closed, or the warning is known or
 * older.
 */
export const fraudWarned = (
  card: Card,
  warned_at: string,
  now: Date,
): CardTransition | undefined =>
  card.state === 'closed' || warned_at <= (card.fraud_warned_at ?? '')
    ? undefined
    : frozenFor(card, 'fraud_suspected', now, { fraud_warned_at: warned_at });

/**
 * The transitions that follow on that of a parcel: a card that works and comes back is frozen. One
 * that is inactive stays so.
 */
export const afterShipping = (card: Card, now: Date): CardTransition[] =>
  card.shipping?.status === 'returned' && card.state === 'active'
    ? [frozenFor(card, 'mail_returned', now)]
    : [];

/** The reason of cards that their issuer has canceled: some cancel a card whose last month is over. */
const canceledFor = (card: Card, now: Date): string =>
  isExpired(card, now) ? 'expired' : 'closed_by_issuer';

/**
 * The change after the status of a card at its issuer; nothing where both agree. A card that is
 * canceled there closes here. Any other difference is corrected at the issuer.
 */
export const issuerCardChange = (
  card: Card,
  status: IssuerCard['status'],
  now: Date,
): { readonly transition: CardTransition } | { readonly issuer_sync: IssuerSync } | undefined => {
  if (toIssuerCard(card).status === status) return undefined;
  if (status === 'canceled')
    return { transition: transitionCard(card, 'close', canceledFor(card, now), now) };
  return card.issuer_sync.status === 'synced'
    ? { issuer_sync: outOfSync(card.issuer_sync, now) }
    : undefined;
};

/**
 * The transitions of a parcel to the status at its issuer, over all statuses between. There are
 * none where it has passed that already, since notices may arrive twice and out of order.
 */
export const parcelTransitions = (
  card: Card,
  status: ShippingStatus,
  now: Date,
  tracking?: Tracking,
): CardTransition[] => {
  const transitions: CardTransition[] = [];
  for (const next of card.shipping ? pathTo(card.shipping.status, status) : [])
    transitions.push(
      transitionCardShipping(transitions.at(-1)?.after ?? card, next, now, tracking),
    );
  const last = transitions.at(-1)?.after;
  return last ? [...transitions, ...afterShipping(last, now)] : [];
};

/** The shortest path between two statuses, without the first; empty where the table has none. */
const pathTo = (from: ShippingStatus, to: ShippingStatus): readonly ShippingStatus[] => {
  const following = shippingTransitions[from];
  if (following.includes(to)) return [to];
  const paths = following
    .map((next) => [next, ...pathTo(next, to)])
    .filter((path) => path.at(-1) === to);
  return paths[0] ?? [];
};
