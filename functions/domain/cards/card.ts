import type { Moved } from '../transition.ts';
import type { IssuerSync } from './issuer-sync.ts';
import type { Blocks, CardEventType, CardState } from './life.ts';
import type { Destination, Shipping } from './shipping.ts';
import type { SpendingControls } from './spending-controls.ts';

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
export type Making = Pick<Card, 'id' | 'tenant_id' | 'issuer'> & { readonly issued: IssuedCard; readonly now: Date };

/** A change of a card that the world is told of. */
export type CardMove = Moved<Card, CardEventType>;
