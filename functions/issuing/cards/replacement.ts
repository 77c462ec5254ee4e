import type { Created } from '../../core/transition.ts';
import { nameOn } from './cardholder.ts';
import { type Card, type CardTransition, type Issuance, outOfSync } from './model.ts';
import type { CardOrder } from './order.ts';
import type { CardEventType, ReplacementReason } from './states.ts';
import { changeCard, newCard, requireAction, transitionCard } from './transitions.ts';

/** Reasons for which the old card must not work a moment longer; for the others it works until the new one is activated. */
const closesAtOnce: Record<ReplacementReason, boolean> = {
  lost: true,
  stolen: true,
  damaged: false,
  expired: false,
};

/** A card and its replacement: what happens to the old one, in order, and the new one. */
export type Replacement = {
  readonly old: readonly [CardTransition, ...CardTransition[]];
  readonly replacement: Created<Card, CardEventType>;
};

type ReplacementOrder = Pick<CardOrder, 'destination' | 'ordered_at'> & {
  readonly reason: ReplacementReason;
  readonly keepsOld?: boolean;
};

/**
 * Replaces a card, or throws with what is allowed instead. Name, controls, nickname, metadata and
 * what was spent carry over. A new card that is active at once closes the old one at once, whatever
 * the reason, unless it `keepsOld`. Then the old one is good until it expires, or until a new one
 * that comes by post is activated, and a frozen one stays frozen.
 */
export const replacedCard = (
  card: Card,
  issuance: Issuance,
  { reason, destination, ordered_at, keepsOld = false }: ReplacementOrder,
  now: Date,
): Replacement => {
  requireAction(card, 'replace');
  const { id } = issuance;
  const linked: CardTransition = {
    before: card,
    after: changeCard(card, { replaced_by: id, renews_at: null, renewal_skipped: null }, now),
    event: 'card.replaced',
  };
  const isSettled = closesAtOnce[reason] || card.type === 'virtual';
  const closed = isSettled && !keepsOld ? [transitionCard(linked.after, 'close', reason, now)] : [];
  const { after: created, event } = newCard(
    { ...card, cardholder_name: nameOn(card), destination },
    issuance,
    now,
  );
  const after: Card = {
    ...created,
    ...(keepsOld && created.state === 'active' ? freezeOf(card, created, now) : {}),
    // The id contains the moment of the order, and lists by date compare ids.
    created_at: ordered_at,
    replacement_for: card.id,
    replacement_reason: reason,
    supersedes: isSettled ? card.supersedes : [...card.supersedes, { id: card.id, reason }],
    counted_with: card.counted_with,
  };
  return { old: [linked, ...closed], replacement: { after, event } };
};

/** Nobody has asked for a number that works again. The issuer has it active, as every card that is ordered. */
const freezeOf = (
  { state, status_reason }: Card,
  { issuer_sync }: Card,
  now: Date,
): Partial<Card> =>
  state === 'frozen' ? { state, status_reason, issuer_sync: outOfSync(issuer_sync, now) } : {};

/** Activates a card and closes those it supersedes; the activated card comes first. Closed ones among them stay as they are. */
export const activatedCard = (
  card: Card,
  superseded: readonly Card[],
  now: Date,
): readonly [CardTransition, ...CardTransition[]] => {
  const activated = transitionCard(card, 'activate', null, now);
  const reasonOf = (id: string) => card.supersedes.find((one) => one.id === id)?.reason ?? null;
  const open = superseded.filter(({ state }) => state !== 'closed');
  const first: CardTransition = { ...activated, after: { ...activated.after, supersedes: [] } };
  return [first, ...open.map((one) => transitionCard(one, 'close', reasonOf(one.id), now))];
};
