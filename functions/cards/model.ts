import type { Updated } from '../transition.ts';
import type { IssuerSync } from './issuer-state.ts';
import type { Destination, Shipping } from './shipping.ts';
import { limitsInForce, type SpendingControls, type SpendingLimit } from './spending.ts';

/** The state of a card itself. Its blocks may keep it from being used besides. */
export type CardState = Exclude<CardStatus, 'blocked'>;
/** Requests about a card that are no transitions of it. */
export type CardRequest = 'replace' | 'reveal';
/** Every action on a card, as path segments, in the order of the resource. */
export const cardActionNames = ['activate', 'freeze', 'unfreeze', 'close', 'replace', 'reveal'] as const;
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
export type CardEventType =
  | 'card.created'
  | 'card.updated'
  | 'card.activated'
  | 'card.frozen'
  | 'card.unfrozen'
  | 'card.blocked'
  | 'card.unblocked'
  | 'card.closed'
  | 'card.replaced'
  | 'card.shipping_updated'
  | 'card.revealed';

type Transitions = Record<CardState, Partial<Record<CardAction, readonly [CardState, CardEventType]>>>;

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
};

/** What can still be done with a blocked card: nothing that a cause of its block forbids. */
export const actionsWhileBlocked: readonly (CardAction | CardRequest)[] = ['close'];

/** Nothing blocks it. */
export const unblocked: Blocks = { customer_suspended: false, feature_suspended: false };

/** The causes that block a card, in the order of the resource. */
export const causesOf = (blocks: Blocks): BlockCause[] => blockCauses.filter((cause) => blocks[cause]);

/** The public status of a state and blocks. */
export const cardStatus = (state: CardState, blocks: Blocks): CardStatus =>
  state !== 'closed' && causesOf(blocks).length > 0 ? 'blocked' : state;

/** What a card is: a number alone, or also a thing that is sent by post. */
export const cardTypes = ['virtual', 'physical'] as const;
export type CardType = (typeof cardTypes)[number];

/** Why a business closes a card. */
export const closeReasons = ['lost', 'stolen', 'damaged', 'fraud', 'expired', 'customer_request', 'other'] as const;
export type CloseReason = (typeof closeReasons)[number];

/** Why a card is replaced. */
export const replacementReasons = ['lost', 'stolen', 'damaged', 'expired'] as const satisfies readonly CloseReason[];
export type ReplacementReason = (typeof replacementReasons)[number];

/** What an issuer returns for a new card: all of its number that may leave. */
export type IssuedCard = {
  /** The issuer's own name of the card; asked for its secrets with it. */
  readonly issuer_reference: string;
  readonly brand: string;
  /** The first digits of the number, which name the issuer; null where it does not say them. */
  readonly bin: string | null;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
};

/** A card as stored: never its number. Times are ISO 8601 with milliseconds. */
export type Card = IssuedCard & {
  readonly id: string;
  readonly tenant_id: string;
  readonly customer_id: string;
  readonly type: CardType;
  /** The issuer that issued it. */
  readonly issuer: string;
  readonly currency: string;
  /** Null once its customer is redacted. */
  readonly cardholder_name: string | null;
  readonly nickname: string | null;
  readonly spending_controls: SpendingControls;
  readonly metadata: Readonly<Record<string, string>>;
  readonly state: CardState;
  readonly blocks: Blocks;
  readonly status_reason: string | null;
  /** Null for a virtual card. */
  readonly shipping: Shipping | null;
  readonly replacement_for: string | null;
  readonly replaced_by: string | null;
  /** Why the card of `replacement_for` was replaced. */
  readonly replacement_reason: ReplacementReason | null;
  /** The cards that are still open and close when this one is activated, oldest first, and what each was replaced for. */
  readonly supersedes: readonly { readonly id: string; readonly reason: ReplacementReason }[];
  readonly issuer_sync: IssuerSync;
  /** Whose spending is counted with its own: the first card of its chain, so that a replacement begins no limit anew. */
  readonly counted_with: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** What a card is created with, defaults filled in. */
export type CardInput = Pick<
  Card,
  'customer_id' | 'type' | 'currency' | 'nickname' | 'spending_controls' | 'metadata'
> & {
  readonly cardholder_name: string;
  /** Null for a virtual card. */
  readonly destination: Destination | null;
};

/** What the service and the issuer add. */
export type Issuance = IssuedCard & Pick<Card, 'id' | 'tenant_id' | 'issuer'>;

/** A change of a card with its event. */
export type CardTransition = Updated<Card, CardEventType>;

/** Until when a card can be used: to the end of this month, UTC. */
export type CardExpiry = {
  /** 1 to 12. */
  readonly exp_month: number;
  /** Four digits. */
  readonly exp_year: number;
};

/** How long a card is valid. */
const years = 4;

/** The expiry of a new card: the same month, four years later. */
export const expiryFrom = (issued: Date): CardExpiry => ({
  exp_month: issued.getUTCMonth() + 1,
  exp_year: issued.getUTCFullYear() + years,
});

/** Whether a card's last month is over. */
export const isExpired = ({ exp_month, exp_year }: CardExpiry, now: Date): boolean =>
  now.getTime() >= Date.UTC(exp_year, exp_month, 1);

/** What an issuer has to know of a card, at one of its versions. */
export type IssuerCard = {
  /** The issuer's own name of the card. */
  readonly reference: string;
  readonly id: string;
  readonly version: number;
  /** Inactive is whatever may not be paid with now and may be again; canceled is final. */
  readonly status: 'active' | 'inactive' | 'canceled';
  /** Null unless the card is canceled for one of these. */
  readonly cancellation_reason: 'lost' | 'stolen' | null;
  /** Those that hold: one for the day is always among them. */
  readonly limits: readonly SpendingLimit[];
};

/** The card as its issuer has to know it. Two versions that come to the same but for their number need one push. */
export const toIssuerCard = (card: Card): IssuerCard => {
  const { issuer_reference: reference, id, version, state, blocks, status_reason, spending_controls } = card;
  const publicStatus = cardStatus(state, blocks);
  const status = publicStatus === 'closed' ? 'canceled' : publicStatus === 'active' ? 'active' : 'inactive';
  const lost = status_reason === 'lost' || status_reason === 'stolen' ? status_reason : null;
  const cancellation_reason = status === 'canceled' ? lost : null;
  return { reference, id, version, status, cancellation_reason, limits: limitsInForce(spending_controls) };
};
