import { ApiError } from '../api-error.ts';
import { same } from '../same.ts';
import type { Card, CardMove } from './card.ts';
import {
  actionsWhileBlocked,
  type Blocks,
  type CardAction,
  type CardRequest,
  cardActionNames,
  cardMoves,
  cardRequests,
  cardStatus,
  causesOf,
} from './life.ts';
import { isUnderWay, moveShipping, type Tracking } from './shipping.ts';
import { type ShippingStatus, shippingMoves } from './shipping-life.ts';
import { changeCard } from './versions.ts';

/** A card that would close more than this when it is activated cannot be replaced again: a transaction has its size. */
const superseded_max = 10;

/** What must hold besides the state. */
const guards: { readonly [action in CardAction | CardRequest]?: (card: Card) => boolean } = {
  activate: ({ shipping }) => shipping === null || isUnderWay(shipping),
  replace: ({ replaced_by, supersedes }) => replaced_by === null && supersedes.length < superseded_max,
};

/** What can be done with a card now, as path segments: state, blocks and guards included. */
export const cardActions = (card: Card): (CardAction | CardRequest)[] =>
  cardActionNames.filter((action) => isAllowed(card, action));

const isAllowed = (card: Card, action: CardAction | CardRequest): boolean => {
  const known = isRequest(action) ? cardRequests[action].includes(card.state) : cardMoves[card.state][action];
  const blocked = statusOf(card) === 'blocked' && !actionsWhileBlocked.includes(action);
  return Boolean(known) && !blocked && (guards[action]?.(card) ?? true);
};

const isRequest = (action: CardAction | CardRequest): action is CardRequest => Object.hasOwn(cardRequests, action);

/** What the world sees as the status of a card. */
export const statusOf = ({ state, blocks }: Pick<Card, 'state' | 'blocks'>) => cardStatus(state, blocks);

/** Refuses an action that a card does not allow now, with what it allows instead. */
export const requireAction = (card: Card, action: CardAction | CardRequest): void => {
  if (!isAllowed(card, action)) throw cardNotAllowed(card);
};

/** Refuses to change anything of a card that is closed, which is final. */
export const requireNotClosed = (card: Card): void => {
  if (card.state === 'closed') throw cardNotAllowed(card);
};

const cardNotAllowed = (card: Card) =>
  new ApiError('action_not_allowed', { current_status: statusOf(card), allowed_actions: cardActions(card) });

/** Carries out an action of the table, or refuses with what is allowed instead. Closing stops a parcel that nobody has begun. */
export const moveCard = (card: Card, action: CardAction, reason: string | null, now: Date): CardMove => {
  const move = cardMoves[card.state][action];
  if (!move || !isAllowed(card, action)) throw cardNotAllowed(card);
  const [state, event] = move;
  const stopped = action === 'close' && card.shipping && moveShipping(card.shipping, 'canceled', now);
  const changes = { state, status_reason: reason, ...(stopped && { shipping: stopped }) };
  return { before: card, after: changeCard(card, changes, now), event };
};

/**
 * The card with causes of its block set or lifted, several at once being one change; undefined where that changes nothing,
 * so that it can be told twice. The first cause blocks and the last one gone unblocks; in between only `blocked_by` changes,
 * which is an update.
 */
export const blockCard = (card: Card, causes: Partial<Blocks>, now: Date): CardMove | undefined => {
  const blocks = { ...card.blocks, ...causes };
  if (card.state === 'closed' || same(blocks, card.blocks)) return undefined;
  const move = { before: card, after: changeCard(card, { blocks }, now) };
  if (causesOf(card.blocks).length === 0) return { ...move, event: 'card.blocked' };
  return { ...move, event: causesOf(blocks).length === 0 ? 'card.unblocked' : 'card.updated' };
};

/** The card with its parcel in another status, or the refusal with the statuses that can follow. */
export const moveCardShipping = (card: Card, status: ShippingStatus, now: Date, tracking?: Tracking): CardMove => {
  if (card.shipping === null) throw cardNotAllowed(card);
  const shipping = moveShipping(card.shipping, status, now, tracking);
  const { status: current_status } = card.shipping;
  if (!shipping)
    throw new ApiError('action_not_allowed', { current_status, allowed_actions: shippingMoves[current_status] });
  return { before: card, after: changeCard(card, { shipping }, now), event: 'card.shipping_updated' };
};

/** The card after its number was shown: a fact of its own, though nothing else changes. */
export const revealedCard = (card: Card, now: Date): CardMove => {
  requireAction(card, 'reveal');
  return { before: card, after: changeCard(card, {}, now), event: 'card.revealed' };
};
