import type { Transition } from '../../core/transition.ts';
import type { Card, CardTransition } from './model.ts';
import type { CardEventType, PinEntry } from './states.ts';
import { changeCard, requireAction } from './transitions.ts';

/** So many wrong PINs in a row block it, as they do at Stripe (docs.stripe.com/issuing/cards/pin-management). */
const wrong_pins_max = 3;

/** The change of a PIN without a request of its business; no event where nothing is shown of it. */
type PinStep = Transition<Card, CardEventType> & { readonly before: Card };

type Changed = Partial<Pick<Card, 'pin_status' | 'pin_as_of' | 'pin_request_hash'>>;

const pinChange = (
  card: Card,
  changed: Changed,
  event: CardEventType,
  now: Date,
): CardTransition => {
  const changes = { wrong_pins: 0, pin_as_of: now.toISOString(), ...changed };
  return { before: card, after: changeCard(card, changes, now), event };
};

/** Whether the request that set the PIN last is this one, and nothing has blocked the PIN since. */
export const isPinSetBy = ({ pin_status, pin_request_hash }: Card, request_hash: string): boolean =>
  pin_status === 'active' && pin_request_hash === request_hash;

/** The card after its issuer has taken a PIN, which also ends the block of an earlier one. */
export const pinChanged = (card: Card, pin_request_hash: string, now: Date): CardTransition =>
  pinChange(card, { pin_status: 'active', pin_request_hash }, 'card.pin_changed', now);

/** The card with its PIN unblocked, or the error with what is allowed instead. Its issuer is updated after it. */
export const pinUnblocked = (card: Card, now: Date): CardTransition => {
  requireAction(card, 'unblock-pin');
  return pinChange(card, { pin_status: 'active' }, 'card.pin_unblocked', now);
};

/**
 * The change after a report of the issuer that it has blocked the PIN; none where the PIN was set
 * or unblocked since.
 */
export const pinBlocked = (
  card: Card,
  blocked_at: string,
  now: Date,
): CardTransition | undefined =>
  card.state === 'closed' || card.pin_status === 'blocked' || blocked_at <= card.pin_as_of
    ? undefined
    : pinChange(card, { pin_status: 'blocked', pin_as_of: blocked_at }, 'card.pin_blocked', now);

/**
 * The change after a PIN that a simulation enters: wrong ones are counted, and a right one ends the
 * row.
 */
export const pinEntered = (card: Card, entry: PinEntry, now: Date): PinStep | undefined => {
  const wrong_pins = entry === 'incorrect' ? card.wrong_pins + 1 : 0;
  if (card.pin_status !== 'active' || wrong_pins === card.wrong_pins) return undefined;
  if (wrong_pins >= wrong_pins_max)
    return pinChange(card, { pin_status: 'blocked' }, 'card.pin_blocked', now);
  return { before: card, after: changeCard(card, { wrong_pins }, now) };
};
