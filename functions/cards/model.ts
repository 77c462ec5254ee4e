import type { Updated } from '../transition.ts';
import type { IssuerSync } from './issuer-state.ts';
import type { Destination, Shipping } from './shipping.ts';
import { limitsInForce, type SpendingControls, type SpendingLimit } from './spending.ts';

/** Where a card stands by itself; what keeps it from being used besides are its blocks. */
export type CardState = Exclude<CardStatus, 'blocked'>;
/** What else may be asked of a card; neither moves it by itself. */
export type CardRequest = 'replace' | 'reveal';
/** Everything a business may do with a card or ask of it, as path segments, in the order shown. */
export const cardActionNames = ['activate', 'freeze', 'unfreeze', 'close', 'replace', 'reveal'] as const;
/** What moves a card. */
export type CardAction = Exclude<(typeof cardActionNames)[number], CardRequest>;

/** Why a card cannot be used although its state would allow it, in the order shown. */
export const blockCauses = ['customer_suspended', 'feature_suspended'] as const;
export type BlockCause = (typeof blockCauses)[number];
export type Blocks = Readonly<Record<BlockCause, boolean>>;

/** What the world sees: closed, else blocked by any cause, else the state. */
export const cardStatuses = ['inactive', 'active', 'frozen', 'blocked', 'closed'] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** What the world is told of a card. */
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

/** The whole life of a card: [next state, what we tell the world]. A move not written here does not exist. */
export const cardTransitions: Transitions = {
  inactive: { activate: ['active', 'card.activated'], close: ['closed', 'card.closed'] },
  active: { freeze: ['frozen', 'card.frozen'], close: ['closed', 'card.closed'] },
  frozen: { unfreeze: ['active', 'card.unfrozen'], close: ['closed', 'card.closed'] },
  closed: {},
};

/** In which states a card may be asked for what does not move it. */
export const cardRequests: Record<CardRequest, readonly CardState[]> = {
  replace: ['inactive', 'active', 'frozen'],
  reveal: ['active', 'frozen'],
};

/** What can still be done with a blocked card: nothing that a cause of its block forbids. */
export const actionsWhileBlocked: readonly (CardAction | CardRequest)[] = ['close'];

/** Nothing blocks it. */
export const unblocked: Blocks = { customer_suspended: false, feature_suspended: false };

/** The causes that block a card, in the order shown. */
export const causesOf = (blocks: Blocks): BlockCause[] => blockCauses.filter((cause) => blocks[cause]);

/** What the world sees of a card's state and blocks. */
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

/** What an issuer says of a card it made: everything that may be shown of its number. */
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
  /** Which issuer made it. */
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
  /** Why the card was made that `replacement_for` names. */
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

/** What a card can be made with, defaults filled in. */
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

/** A change of a card that the world is told of. */
export type CardTransition = Updated<Card, CardEventType>;

/** Until when a card can be used: to the end of this month, UTC. */
export type CardExpiry = {
  /** 1 to 12. */
  readonly exp_month: number;
  /** Four digits. */
  readonly exp_year: number;
};

/** How long a card lives (product.md, Cards). */
const years = 4;

/** The expiry of a card made at a moment: the same month, four years on. */
export const expiryFrom = (made: Date): CardExpiry => ({
  exp_month: made.getUTCMonth() + 1,
  exp_year: made.getUTCFullYear() + years,
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
  const shown = cardStatus(state, blocks);
  const status = shown === 'closed' ? 'canceled' : shown === 'active' ? 'active' : 'inactive';
  const lost = status_reason === 'lost' || status_reason === 'stolen' ? status_reason : null;
  const cancellation_reason = status === 'canceled' ? lost : null;
  return { reference, id, version, status, cancellation_reason, limits: limitsInForce(spending_controls) };
};
