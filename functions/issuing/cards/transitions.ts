import { ApiError } from '../../core/api-error.ts';
import { deepEqual } from '../../core/json.ts';
import type { Created } from '../../core/transition.ts';
import {
  type Card,
  type CardInput,
  type CardTransition,
  firstRenewalLook,
  type Issuance,
  isUnderWay,
  newShipping,
  outOfSync,
  synced,
  type Tracking,
  toIssuerCard,
  transitionShipping,
} from './model.ts';
import {
  actionsWhileBlocked,
  type Blocks,
  type CardAction,
  type CardEventType,
  type CardRequest,
  type CardType,
  cardActionNames,
  cardRequests,
  cardStatus,
  cardTransitions,
  causesOf,
  type ShippingStatus,
  shippingTransitions,
  unblocked,
} from './states.ts';

/** A virtual card is active at once, a physical one when its activation is requested. */
export const firstState = (type: CardType): 'active' | 'inactive' =>
  type === 'virtual' ? 'active' : 'inactive';

/** A new card. */
export const newCard = (
  input: CardInput,
  issuance: Issuance,
  now: Date,
): Created<Card, CardEventType> => {
  const { destination, ...fields } = input;
  const at = now.toISOString();
  const after: Card = {
    ...fields,
    ...issuance,
    state: firstState(input.type),
    blocks: unblocked,
    status_reason: null,
    shipping: destination && newShipping(destination, now),
    replacement_for: null,
    replaced_by: null,
    replacement_reason: null,
    supersedes: [],
    fraud_warned_at: null,
    renews_at: firstRenewalLook(issuance),
    advanced_to: null,
    renewal_skipped: null,
    pin_as_of: at,
    pin_request_hash: null,
    wrong_pins: 0,
    counted_with: issuance.id,
    // The issuer has it as it was ordered.
    issuer_sync: synced(1, now),
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { after, event: 'card.created' };
};

/** The card with other fields: the next version, out of sync where the change concerns the issuer. */
export const changeCard = (card: Card, changes: Partial<Card>, now: Date): Card => {
  const after = { ...card, ...changes, updated_at: now.toISOString(), version: card.version + 1 };
  const concerns = !deepEqual(toIssuerCard(card), {
    ...toIssuerCard(after),
    version: card.version,
  });
  return concerns ? { ...after, issuer_sync: outOfSync(card.issuer_sync, now) } : after;
};

/** A card that would close more than this when it is activated cannot be replaced again: a transaction has its size. */
const superseded_max = 10;

/** The conditions that must hold besides the state. */
const guards: { readonly [action in CardAction | CardRequest]?: (card: Card) => boolean } = {
  activate: ({ shipping }) => shipping === null || isUnderWay(shipping),
  replace: ({ replaced_by, supersedes }) =>
    replaced_by === null && supersedes.length < superseded_max,
  'unblock-pin': ({ pin_status }) => pin_status === 'blocked',
};

/** The actions that a card allows now, as path segments: state, blocks and guards included. */
export const cardActions = (card: Card): (CardAction | CardRequest)[] =>
  cardActionNames.filter((action) => isAllowed(card, action));

const isAllowed = (card: Card, action: CardAction | CardRequest): boolean => {
  const known = isRequest(action)
    ? cardRequests[action].includes(card.state)
    : cardTransitions[card.state][action];
  const blocked = statusOf(card) === 'blocked' && !actionsWhileBlocked.includes(action);
  return Boolean(known) && !blocked && (guards[action]?.(card) ?? true);
};

const isRequest = (action: CardAction | CardRequest): action is CardRequest =>
  Object.hasOwn(cardRequests, action);

/** The public status of a card. */
export const statusOf = ({ state, blocks }: Pick<Card, 'state' | 'blocks'>) =>
  cardStatus(state, blocks);

/** Requires that a card allows an action now; the error says what it allows instead. */
export const requireAction = (card: Card, action: CardAction | CardRequest): void => {
  if (!isAllowed(card, action)) throw cardNotAllowed(card);
};

/** Requires that a card can be paid with: a wallet takes no other. */
export const requirePaying = (card: Card): void => {
  if (statusOf(card) !== 'active') throw cardNotAllowed(card);
};

/** Requires that a card is not closed, which is final. */
export const requireNotClosed = (card: Card): void => {
  if (card.state === 'closed') throw cardNotAllowed(card);
};

const cardNotAllowed = (card: Card) =>
  new ApiError('action_not_allowed', {
    current_status: statusOf(card),
    allowed_actions: cardActions(card),
  });

/** Performs an action of the table, or throws with what is allowed instead. Closing cancels a parcel that is still pending. */
export const transitionCard = (
  card: Card,
  action: CardAction,
  reason: string | null,
  now: Date,
): CardTransition => {
  const transition = cardTransitions[card.state][action];
  if (!transition || !isAllowed(card, action)) throw cardNotAllowed(card);
  const [state, event] = transition;
  const stopped =
    action === 'close' && card.shipping && transitionShipping(card.shipping, 'canceled', now);
  const changes = { state, status_reason: reason, ...(stopped && { shipping: stopped }) };
  return { before: card, after: changeCard(card, changes, now), event };
};

/**
 * The card with causes of its block set or lifted, several at once being one change; undefined where that changes nothing,
 * so that the same causes may come twice. The first cause blocks and the last one gone unblocks; in between only
 * `blocked_by` changes, which is an update.
 */
export const blockCard = (
  card: Card,
  causes: Partial<Blocks>,
  now: Date,
): CardTransition | undefined => {
  const blocks = { ...card.blocks, ...causes };
  if (card.state === 'closed' || deepEqual(blocks, card.blocks)) return undefined;
  const change = { before: card, after: changeCard(card, { blocks }, now) };
  if (causesOf(card.blocks).length === 0) return { ...change, event: 'card.blocked' };
  return { ...change, event: causesOf(blocks).length === 0 ? 'card.unblocked' : 'card.updated' };
};

/** The card with its parcel in another status, or the error with the statuses that can follow. */
export const transitionCardShipping = (
  card: Card,
  status: ShippingStatus,
  now: Date,
  tracking?: Tracking,
): CardTransition => {
  if (card.shipping === null) throw cardNotAllowed(card);
  const shipping = transitionShipping(card.shipping, status, now, tracking);
  const { status: current_status } = card.shipping;
  if (!shipping)
    throw new ApiError('action_not_allowed', {
      current_status,
      allowed_actions: shippingTransitions[current_status],
    });
  return {
    before: card,
    after: changeCard(card, { shipping }, now),
    event: 'card.shipping_updated',
  };
};

/** The card after its number was revealed: a new version, though nothing else changes. */
export const revealedCard = (card: Card, now: Date): CardTransition => {
  requireAction(card, 'reveal');
  return { before: card, after: changeCard(card, {}, now), event: 'card.revealed' };
};
