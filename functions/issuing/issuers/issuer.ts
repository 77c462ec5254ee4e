import type { Agreement } from '../../identity/agreements/model.ts';
import type { IssuerToken } from '../card-tokens/model.ts';
import type { Cardholder } from '../cards/cardholder.ts';
import type { Card, Destination, IssuedCard, IssuerCard } from '../cards/model.ts';
import type { SpendingLimit } from '../cards/spending.ts';
import type { ReplacementReason } from '../cards/states.ts';

/** The request for a card: a virtual card is active at once, a physical one with a later update. */
export type IssueRequest = Pick<Card, 'tenant_id' | 'customer_id' | 'type' | 'currency'> & {
  readonly cardholder_name: string;
  /** The id of the order, which becomes the card's: asked again with it, the issuer answers with the same card. */
  readonly id: string;
  /** When it was first asked for, ISO 8601: the same in every repetition, so that the expiry is too. */
  readonly ordered_at: string;
  /** The customer as he is now: the issuer may have got an earlier state with an earlier order. */
  readonly cardholder: Cardholder;
  /** Where a physical card goes; null for a virtual one. */
  readonly destination: Destination | null;
  /** Those that hold from the first moment on: one for the day is always among them. */
  readonly limits: readonly SpendingLimit[];
  /** The card that it replaces, by the issuer's name of it; of a renewal also until when that one is good, ISO 8601. */
  readonly replacement: {
    readonly of: string;
    readonly reason: ReplacementReason;
    readonly good_until?: string;
  } | null;
  /** The cardholder's acceptance of the issuer's terms, where the business has recorded it. */
  readonly user_terms: Pick<Agreement, 'accepted_at' | 'ip' | 'user_agent'> | null;
};

/** The result of a request. An order that was voided before never becomes a card. */
export type IssueResult =
  | { readonly outcome: 'issued'; readonly card: IssuedCard }
  | { readonly outcome: 'voided' };

/** The secrets that only the cardholder may see: never stored, logged or returned in plain text. */
export type CardSecrets = {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
};

/** The key that shows one card for a while; kept and logged nowhere. */
export type EphemeralKey = {
  /** The issuer's reference of the card. */
  readonly card: string;
  readonly secret: string;
  /** ISO 8601 with milliseconds. */
  readonly expires_at: string;
};

/**
 * An issuer of cards. Any call may be repeated, in any order, after a crash or beside itself. An
 * issuer that does not answer throws and may be asked again; a request that it never takes is the
 * ApiError `issuer_refused` with its `issuer_reason`. `test/helpers/card-issuer-contract.ts` holds
 * every adapter to that.
 */
export type CardIssuer = {
  /** The name that cards show as their `issuer`. */
  readonly name: string;
  /** The issuer can represent every multiple of this many minor units of a currency, and no other amount. */
  amountStep(currency: string): number;
  /** Issues the card of an order once, however often it is called. */
  issue(order: IssueRequest): Promise<IssueResult>;
  /** Cancels the card of an order, or keeps the order from ever being issued. */
  void(id: string): Promise<void>;
  /**
   * Updates the state and the limits of a card. The highest of several versions counts, in whatever
   * order they come; a lower one that comes later changes nothing.
   */
  push(card: IssuerCard): Promise<void>;
  /** Updates the status of a token, as `push` does for a card. Deleted is final. */
  pushToken(token: IssuerToken): Promise<void>;
  /** The secrets of a card by the issuer's reference, or the ApiError `reveal_not_available`. */
  secrets(reference: string): Promise<CardSecrets>;
  /** The key by which the issuer's own elements show a card, for a nonce that they have made; or the same ApiError. */
  ephemeralKey(reference: string, nonce: string): Promise<EphemeralKey>;
};

/** The public key that a PIN is encrypted to (RFC 7517), on the curve P-256. */
export type PinPublicKey = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
};

/** How a PIN is encrypted for an issuer: a compact JWE (RFC 7516) of its digits alone. */
export type PinKey = {
  /** As the JWE's header names them (RFC 7518). */
  readonly alg: string;
  readonly enc: string;
} & (
  | { readonly public_key: PinPublicKey; readonly public_key_url: null }
  /** The key is at an address of the issuer, which may change it at any time. */
  | { readonly public_key: null; readonly public_key_url: string }
);

/** Names the key of PINs. `name`: as of `CardIssuer`. */
export type PinKeyIssuer = { readonly name: string; pinKey(): Promise<PinKey> };

/**
 * Sets the PIN of a card by the issuer's reference; the same once more is harmless. Throws validation_failed or `issuer_refused`
 * where the issuer does not take it. `test/helpers/card-pin-contract.ts` holds every adapter to that.
 */
export type PinIssuer = { setPin(reference: string, encryptedPin: string): Promise<void> };

/** The part of an issuer that changes existing orders, cards and tokens. */
export type IssuerControl = Pick<CardIssuer, 'void' | 'push' | 'pushToken'>;
