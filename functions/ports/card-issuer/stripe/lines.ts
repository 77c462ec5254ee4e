import type { Stripe } from 'stripe';
import type { IssuedCard } from '../../../domain/cards/card.ts';
import type { PushedCard } from '../../../domain/cards/pushed-card.ts';
import type { LineChange } from '../issuer-table.ts';

/** What every line has: whose it is, and under which of its keys Stripe is asked, since when. */
type Asked = {
  readonly tenant_id: string;
  readonly customer_id: string;
  /** ISO 8601. */
  readonly ordered_at: string;
  /** Which key it is: one more each time that one was used up by a failure. */
  readonly attempt: number;
};

/**
 * An order of a card, by its id: written before Stripe is asked, so that whoever comes next knows what was asked. Once it is
 * being voided no card comes of it. What Stripe was told of it goes when that is done.
 */
export type OrderLine =
  | (Asked & {
      readonly standing: 'ordering' | 'issued' | 'voiding' | 'voided';
      /** The same in every repetition: Stripe takes no others under the same key. */
      readonly parameters?: Stripe.Issuing.CardCreateParams;
      readonly card?: IssuedCard;
      /** As it was told last, at its newest version. */
      readonly told?: PushedCard;
    })
  // Voided before anybody ordered it.
  | { readonly standing: 'voided' };

/** A customer's cardholder, by the customer's id: likewise. What Stripe declined makes place for what is said better. */
export type CardholderLine = Asked & {
  readonly standing: 'ordering' | 'declined' | 'made';
  readonly parameters?: Stripe.Issuing.CardholderCreateParams;
  readonly reference?: string;
  /** SHA-256 of what Stripe knows of it. */
  readonly profile?: string;
};

/** Where the line of a customer's cardholder lies. */
export const cardholderPlace = (customerId: string): string => `cardholder/${customerId}`;

/** The key under which Stripe makes what a line asks for. */
export const idempotencyKeyOf = (place: string, attempt: number): string =>
  attempt === 1 ? place : `${place}/${attempt}`;

/** The key of an attempt is used up; whoever comes second finds that it was. */
export const asAskedAnew = (attempt: number): LineChange => ({
  UpdateExpression: 'SET #attempt = :next',
  ConditionExpression: '#attempt = :attempt',
  ExpressionAttributeNames: { '#attempt': 'attempt' },
  ExpressionAttributeValues: { ':attempt': attempt, ':next': attempt + 1 },
});
