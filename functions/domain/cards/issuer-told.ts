import type { Card, CardMove } from './card.ts';
import { changedSince, type IssuerSync } from './issuer-sync.ts';
import { moveCard, moveCardShipping } from './moves.ts';
import { type PushedCard, pushedCard } from './pushed-card.ts';
import type { Tracking } from './shipping.ts';
import { type ShippingStatus, shippingMoves } from './shipping-life.ts';

/** What a card is closed for that its issuer has ended. */
const closing_reason = 'closed_by_issuer';

/**
 * What a card comes to whose issuer says how it stands there; nothing where both agree. What is ended there is final, so it ends
 * here too. Anything else is ours to say: the issuer is told once more.
 */
export const toldOfCard = (
  card: Card,
  status: PushedCard['status'],
  now: Date,
): { readonly move: CardMove } | { readonly issuer_sync: IssuerSync } | undefined => {
  if (pushedCard(card).status === status) return undefined;
  if (status === 'canceled') return { move: moveCard(card, 'close', closing_reason, now) };
  return card.issuer_sync.status === 'synced' ? { issuer_sync: changedSince(card.issuer_sync, now) } : undefined;
};

/**
 * The way of a card's parcel to where its issuer says it is, over all that it must have passed; nothing where it has been there
 * already, since notices may come twice and late.
 */
export const toldOfParcel = (card: Card, status: ShippingStatus, now: Date, tracking?: Tracking): CardMove[] => {
  const moves: CardMove[] = [];
  for (const next of card.shipping ? wayTo(card.shipping.status, status) : [])
    moves.push(moveCardShipping(moves.at(-1)?.after ?? card, next, now, tracking));
  return moves;
};

/** The shortest way between two statuses, without the first; empty where the table has none. */
const wayTo = (from: ShippingStatus, to: ShippingStatus): readonly ShippingStatus[] => {
  const following = shippingMoves[from];
  if (following.includes(to)) return [to];
  const ways = following.map((next) => [next, ...wayTo(next, to)]).filter((way) => way.at(-1) === to);
  return ways[0] ?? [];
};
