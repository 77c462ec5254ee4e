import type { Stripe } from 'stripe';
import type { IssuedCard, IssuerCard } from '../../cards/model.ts';
import { type Clock, systemClock } from '../../time.ts';
import type { RowChange } from '../records.ts';
import { isReplayedError } from './client.ts';

/** What every row has: whose it is, and under which of its keys Stripe is asked, since when. */
type Requested = {
  readonly tenant_id: string;
  readonly customer_id: string;
  /** ISO 8601. */
  readonly ordered_at: string;
  /** Which key it is: one more each time that one was used up by a failure. */
  readonly attempt: number;
};

/**
 * An order of a card, by its id: written before Stripe is asked, so that a retry knows the same parameters. Once it is
 * being voided no card comes of it. The parameters are removed when that is done.
 */
export type OrderRow =
  | (Requested & {
      readonly state: 'ordering' | 'issued' | 'voiding' | 'voided';
      /** The same in every repetition: Stripe takes no others under the same key. */
      readonly parameters?: Stripe.Issuing.CardCreateParams;
      readonly card?: IssuedCard;
      /** The newest version that was sent. */
      readonly latest?: IssuerCard;
    })
  // Voided before anybody ordered it.
  | { readonly state: 'voided' };

/** A customer's cardholder, by the customer's id: likewise. What Stripe declined makes place for what is said better. */
export type CardholderRow = Requested & {
  readonly state: 'ordering' | 'declined' | 'made';
  readonly parameters?: Stripe.Issuing.CardholderCreateParams;
  readonly reference?: string;
  /** SHA-256 of what Stripe knows of it. */
  readonly profile?: string;
  /** SHA-256 of its name at Stripe, which never changes. */
  readonly name_hash?: string;
};

/** Where the row of a customer's cardholder lies. */
export const cardholderKey = (customerId: string): string => `cardholder/${customerId}`;

/** The key under which Stripe makes what a row asks for. */
export const idempotencyKeyOf = (place: string, attempt: number): string =>
  attempt === 1 ? place : `${place}/${attempt}`;

/** The next idempotency key. Of two at once the second finds the first. */
export const nextAttempt = (attempt: number): RowChange => ({
  UpdateExpression: 'SET #attempt = :next',
  ConditionExpression: '#attempt = :attempt',
  ExpressionAttributeNames: { '#attempt': 'attempt' },
  ExpressionAttributeValues: { ':attempt': attempt, ':next': attempt + 1 },
});

/** Something that Stripe is to make once, however often it is asked. */
type CreateOnce<Made> = {
  /** The key of its row, with which its idempotency key begins. */
  readonly place: string;
  /** Since when Stripe may have been asked, ISO 8601. */
  readonly ordered_at: string;
  readonly attempt: number;
  readonly create: (idempotencyKey: string) => Promise<Made>;
  /** Looks whether it is there. */
  readonly find: () => Promise<Made | undefined>;
  /** Writes down that the key of an attempt is used up, and says which is next. */
  readonly next: () => Promise<number>;
};

/** For so long Stripe surely knows a key: it promises 24 hours. */
const key_ms = 23 * 60 * 60 * 1000;

/** Whether Stripe may have forgotten the key under which something was first asked for, so that it would make it twice. */
export const isKeyForgotten = (ordered_at: string, { now }: Pick<Clock, 'now'> = systemClock()): boolean =>
  now().getTime() - Date.parse(ordered_at) > key_ms;

/** Creates it, or finds what exists: by its key, and by a search where the key is not enough. */
export const createOnce = async <Made>(request: CreateOnce<Made>): Promise<Made> => {
  const { place, ordered_at, attempt, create, find, next } = request;
  const there = isKeyForgotten(ordered_at) ? await find() : undefined;
  if (there) return there;
  try {
    return await create(idempotencyKeyOf(place, attempt));
  } catch (error) {
    if (!isReplayedError(error)) throw error;
    return (await find()) ?? create(idempotencyKeyOf(place, await next()));
  }
};

/** From when on it is looked for, in seconds since 1970: clocks differ. */
export const searchSince = (ordered_at: string): number => Math.floor(Date.parse(ordered_at) / 1000) - 600;
