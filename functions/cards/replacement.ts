import type { Created } from '../transition.ts';
import type { Card, CardEventType, CardTransition, Making, ReplacementReason } from './model.ts';
import { nameOn } from './order.ts';
import type { Destination } from './shipping.ts';
import { changeCard, newCard, requireAction, transitionCard } from './transitions.ts';

/** Reasons for which the old card must not work a moment longer; for the others it works until the new one is activated. */
const closesAtOnce: Record<ReplacementReason, boolean> = { lost: true, stolen: true, damaged: false, expired: false };

/** Who replaces it, why, and where it goes: a destination for a physical card, null for a virtual one. */
export type Replacing = Making & {
  readonly reason: ReplacementReason;
  readonly destination: Destination | null;
  /** Its id holds the moment of the order, and lists by date go by ids. ISO 8601. */
  readonly ordered_at: string;
};

/** A card and its replacement: what happens to the old one, in order, and the new one. */
export type Replacement = {
  readonly old: readonly [CardTransition, ...CardTransition[]];
  readonly replacement: Created<Card, CardEventType>;
};

/**
 * Replaces a card, or refuses with what is allowed instead. Name, controls, nickname, metadata and what was spent carry
 * over. A new card that is active at once closes the old one at once, whatever the reason.
 */
export const replacedCard = (card: Card, { reason, destination, ordered_at, ...making }: Replacing): Replacement => {
  requireAction(card, 'replace');
  const { now, id } = making;
  const linked: CardTransition = {
    before: card,
    after: changeCard(card, { replaced_by: id }, now),
    event: 'card.replaced',
  };
  const closes = closesAtOnce[reason] || card.type === 'virtual';
  const closed = closes ? [transitionCard(linked.after, 'close', reason, now)] : [];
  const { after: made, event } = newCard({ ...carriedOver(card), destination }, making);
  const after: Card = {
    ...made,
    created_at: ordered_at,
    replacement_for: card.id,
    replacement_reason: reason,
    supersedes: closes ? card.supersedes : [...card.supersedes, { id: card.id, reason }],
    counted_with: card.counted_with,
  };
  return { old: [linked, ...closed], replacement: { after, event } };
};

/** Activates a card and closes those it supersedes; the activated card comes first. Closed ones among them stay as they are. */
export const activatedCard = (
  card: Card,
  superseded: readonly Card[],
  now: Date,
): readonly [CardTransition, ...CardTransition[]] => {
  const activated = transitionCard(card, 'activate', null, now);
  const reasonOf = (id: string) => card.supersedes.find((one) => one.id === id)?.reason ?? null;
  const open = superseded.filter(({ state }) => state !== 'closed');
  const move: CardTransition = { ...activated, after: { ...activated.after, supersedes: [] } };
  return [move, ...open.map((one) => transitionCard(one, 'close', reasonOf(one.id), now))];
};

const carriedOver = ({
  customer_id,
  type,
  currency,
  cardholder_name,
  nickname,
  spending_controls,
  metadata,
}: Card) => ({
  ...{ customer_id, type, currency, cardholder_name: nameOn({ cardholder_name }) },
  ...{ nickname, spending_controls, metadata },
});
