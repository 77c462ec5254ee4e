import type { EventTypeOf } from '../../core/event-types.ts';
/** The state of a card itself. Its blocks may keep it from being used besides. */
export type CardState = Exclude<CardStatus, 'blocked'>;
/** Requests about a card that are no transitions of it. */
export type CardRequest = 'replace' | 'reveal' | 'unblock-pin';
/** Every action on a card, as path segments, in the order of the resource. */
export const cardActionNames = [
  'activate',
  'freeze',
  'unfreeze',
  'close',
  'replace',
  'reveal',
  'unblock-pin',
] as const;
/** The actions that are transitions of a card. */
export type CardAction = Exclude<(typeof cardActionNames)[number], CardRequest>;

/** Why a card cannot be used although its state allows it, in the order of the resource. */
export const blockCauses = ['customer_suspended', 'feature_suspended'] as const;
export type BlockCause = (typeof blockCauses)[number];
export type Blocks = Readonly<Record<BlockCause, boolean>>;

/** The public status: closed, else blocked by any cause, else the state. */
export const cardStatuses = ['inactive', 'active', 'frozen', 'blocked', 'closed'] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** The events of a card. */
export type CardEventType = Exclude<
  EventTypeOf<'card'>,
  `card.${'authorization' | 'transaction'}_${string}`
>;

type Transitions = Record<
  CardState,
  Partial<Record<CardAction, readonly [CardState, CardEventType]>>
>;

/** The state machine of a card: [next state, event]. A transition that is not in the table does not exist. */
export const cardTransitions: Transitions = {
  inactive: { activate: ['active', 'card.activated'], close: ['closed', 'card.closed'] },
  active: { freeze: ['frozen', 'card.frozen'], close: ['closed', 'card.closed'] },
  frozen: { unfreeze: ['active', 'card.unfrozen'], close: ['closed', 'card.closed'] },
  closed: {},
};

/** The states that allow each request. */
export const cardRequests: Record<CardRequest, readonly CardState[]> = {
  replace: ['inactive', 'active', 'frozen'],
  reveal: ['active', 'frozen'],
  'unblock-pin': ['inactive', 'active', 'frozen'],
};

/** The actions that a blocked card still allows: none that a cause of its block forbids. */
export const actionsWhileBlocked: readonly (CardAction | CardRequest)[] = ['close'];

/** Nothing blocks it. */
export const unblocked: Blocks = { customer_suspended: false, feature_suspended: false };

/** The causes that block a card, in the order of the resource. */
export const causesOf = (blocks: Blocks): BlockCause[] =>
  blockCauses.filter((cause) => blocks[cause]);

/** The public status of a state and blocks. */
export const cardStatus = (state: CardState, blocks: Blocks): CardStatus =>
  state !== 'closed' && causesOf(blocks).length > 0 ? 'blocked' : state;

/** The types of a card: a number alone, or also a thing that is sent by post. */
export const cardTypes = ['virtual', 'physical'] as const;
export type CardType = (typeof cardTypes)[number];

/** Whether the card was at the merchant when it was paid with. */
export const cardPresences = ['present', 'not_present'] as const;
export type CardPresence = (typeof cardPresences)[number];

/** Whether a card has a PIN. Nothing is approved while it is blocked. */
export const pinStatuses = ['active', 'blocked', 'unset'] as const;

/** Whether the PIN that was entered at a terminal is that of the card. */
export const pinEntries = ['correct', 'incorrect'] as const;
export type PinEntry = (typeof pinEntries)[number];

/** Why a business closes a card. */
export const closeReasons = [
  'lost',
  'stolen',
  'damaged',
  'fraud',
  'expired',
  'customer_request',
  'other',
] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Why a card is replaced. */
export const replacementReasons = [
  'lost',
  'stolen',
  'damaged',
  'expired',
] as const satisfies readonly CloseReason[];
export type ReplacementReason = (typeof replacementReasons)[number];

/** Why no next card is ordered before a card expires. */
export const renewalSkipReasons = [
  'cancel_after',
  'not_activated',
  'fraud_suspected',
  'mail_returned',
  'customer_not_eligible',
  'not_offered',
  'issuer_refused',
] as const;
export type RenewalSkipReason = (typeof renewalSkipReasons)[number];

/** Where the parcel of a physical card is. */
export const shippingStatuses = [
  'pending',
  'submitted',
  'shipped',
  'delivered',
  'returned',
  'failed',
  'canceled',
] as const;
export type ShippingStatus = (typeof shippingStatuses)[number];

/**
 * Where a parcel can go next. It is canceled before its maker has it, fails when the maker rejects it or the post loses it,
 * and is returned when it cannot be delivered. A transition that is not in the table does not exist.
 */
export const shippingTransitions: Record<ShippingStatus, readonly ShippingStatus[]> = {
  pending: ['submitted', 'canceled'],
  submitted: ['shipped', 'failed'],
  shipped: ['delivered', 'returned', 'failed'],
  delivered: [],
  returned: [],
  failed: [],
  canceled: [],
};

/** A carrier's tracking number has no more characters. */
export const tracking_number_characters_max = 100;

/** How it travels. */
export const shippingMethods = ['standard', 'express'] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

/** Why an issuer does not take something, however often it is asked: code → the sentence that a person reads. */
export const issuerRefusals = {
  card_unknown: 'The issuer has no such card.',
  card_canceled: 'The issuer has closed the card, which is final.',
  token_unknown: 'The issuer has no such token.',
  token_deleted: 'The token is deleted at the issuer, which is final.',
  cardholder_incomplete:
    'The issuer needs more information about the cardholder: complete the profile of the customer.',
  cardholder_under_review: 'The issuer is still reviewing the cardholder.',
  cardholder_rejected: 'The issuer rejects this cardholder.',
  not_accepted: 'The issuer does not accept the data.',
} as const;
export type IssuerRefusalReason = keyof typeof issuerRefusals;

/** Whether the issuer has the current state of the card; `failing`: it rejects updates, and an operator has to look. */
export const issuerSyncStatuses = ['synced', 'pending', 'failing'] as const;

/** Why the last update of the issuer failed; `unreachable`: no answer, or none that says what it did. */
export type IssuerSyncError = IssuerRefusalReason | 'unreachable';
