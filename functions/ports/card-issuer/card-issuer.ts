import type { Card, IssuedCard } from '../../domain/cards/card.ts';

/** What an issuer is asked to make. */
export type CardOrder = Pick<Card, 'tenant_id' | 'customer_id' | 'type' | 'currency' | 'cardholder_name'> & {
  /** The id of the intent, which becomes the card's: asked again with it, the issuer answers with the same card. */
  readonly id: string;
  /** When it was first asked for, ISO 8601: the same in every repetition, so that the expiry is too. */
  readonly ordered_at: string;
};

/** What an order came to. An order that was voided before never becomes a card. */
export type Ordered = { readonly outcome: 'issued'; readonly card: IssuedCard } | { readonly outcome: 'voided' };

/** What only the holder of a card may see; it passes through memory and is kept, logged and answered nowhere. */
export type CardSecrets = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
};

/**
 * Who makes cards. Any call may be repeated, in any order, after a crash or beside itself; what does not answer throws.
 * `test/helpers/card-issuer-contract.ts` holds every adapter to that.
 */
export type CardIssuer = {
  /** What cards show as their `issuer`. */
  readonly name: string;
  /** Makes the card of an order, once, however often it is asked. */
  issue(order: CardOrder): Promise<Ordered>;
  /** Sees to it that an order is no card: one that was made ends, one that was not made never will be. */
  void(id: string): Promise<void>;
  /** The secrets of a card by the issuer's reference; refuses what it has not issued or has voided. */
  secrets(reference: string): Promise<CardSecrets>;
};
