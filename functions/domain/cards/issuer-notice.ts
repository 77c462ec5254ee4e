import type { IssuerRefusalReason } from './issuer-refusal.ts';
import type { PushedCard } from './pushed-card.ts';
import type { Tracking } from './shipping.ts';
import type { ShippingStatus } from './shipping-life.ts';

/** A card that an issuer tells of, by its own name of it, and by ours where it was made for us. */
type OfCard = { readonly reference: string; readonly card_id: string | null };

/** An authorization as an issuer has it. Amounts are minor units of the card's currency. */
export type IssuerAuthorization = OfCard & {
  /** The issuer's own name of the authorization: it is one and the same in all that is told of it. */
  readonly authorization: string;
  /** ISO 4217. */
  readonly currency: string;
  /** `category` is the merchant category code, four digits; `country` ISO 3166-1 alpha-2; what is not known is empty. */
  readonly merchant: { readonly name: string; readonly category: string; readonly country: string };
};

/** What is told of an authorization: what it came to, and how it stands. */
export type ToldAuthorization = IssuerAuthorization & {
  /** All that is held: nothing once it is reversed. */
  readonly amount: number;
  readonly approved: boolean;
  readonly status: 'pending' | 'closed' | 'reversed' | 'expired';
};

/** What an issuer tells of what it has, whoever it is. Each may come twice, late and in any order. */
export type IssuerNotice = IssuerNews & {
  /** The issuer's own name of the notice: the same each time that it comes, and of all that it says. */
  readonly id: string;
  /** When it happened, ISO 8601. */
  readonly at: string;
};

/** What is told. */
export type IssuerNews =
  | ({
      readonly kind: 'card';
      readonly status: PushedCard['status'];
      /** The version that it was told last; null where it was told none since it was made. */
      readonly version: number | null;
    } & OfCard)
  | ({
      readonly kind: 'shipping';
      readonly status: ShippingStatus;
      readonly tracking: Tracking | null;
    } & OfCard)
  | {
      readonly kind: 'cardholder';
      readonly customer_id: string;
      /** Why nobody can pay with his cards; null where everybody can. */
      readonly refusal: IssuerRefusalReason | null;
    }
  /** To be answered at once: whether this much more may be taken. */
  | { readonly kind: 'authorization_asked'; readonly asked: IssuerAuthorization & { readonly amount: number } }
  | { readonly kind: 'authorization_told'; readonly told: ToldAuthorization }
  /** Money moved: taken where the amount is positive, given back where it is negative. */
  | {
      readonly kind: 'captured';
      /** Null where none was asked for before. */
      readonly authorization: string | null;
      readonly reference: string;
      readonly amount: number;
      readonly currency: string;
    };
