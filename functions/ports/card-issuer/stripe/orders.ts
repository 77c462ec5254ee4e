import type { Stripe } from 'stripe';
import { issuerTable, type LineChange } from '../issuer-table.ts';
import { isDeclined } from './errors.ts';
import { atStripe } from './library.ts';
import { asAskedAnew, type OrderLine } from './lines.ts';
import { isKeyForgotten, lookedForSince, madeOnce } from './made-once.ts';
import { issuedFrom } from './parameters.ts';

type StripeCard = Stripe.Issuing.Card;

/** An order that Stripe may have been asked for. */
export type AskedLine = Extract<OrderLine, { readonly attempt: number }>;

/** The lines of orders, and the cards that come of them. */
export const stripeOrders = () => {
  const table = issuerTable<OrderLine>();
  const making = (id: string, line: AskedLine) => {
    const { ordered_at, attempt, parameters } = line;
    return {
      ...{ place: id, ordered_at, attempt },
      create: (idempotencyKey: string) => {
        if (!parameters) throw new Error('an order that is not finished has no parameters');
        return atStripe(({ issuing }) => issuing.cards.create(parameters, { idempotencyKey }));
      },
      find: () => atStripe((stripe) => found(stripe, id, line)),
      next: async () => {
        await table.update(id, asAskedAnew(attempt));
        return attempt + 1;
      },
    };
  };
  return {
    table,
    /** Has the card of an order made, once. */
    make: (id: string, line: AskedLine): Promise<StripeCard> => madeOnce(making(id, line)),
    /** The card that came of an order, or comes of it now that it is asked for again; undefined where none ever will. */
    whateverCame: async (id: string, line: AskedLine): Promise<string | undefined> => {
      if (line.card) return line.card.issuer_reference;
      try {
        const order = making(id, line);
        return (await (isKeyForgotten(line.ordered_at) ? order.find() : madeOnce(order)))?.id;
      } catch (error) {
        if (isDeclined(error)) return undefined;
        throw error;
      }
    },
    /** Writes the card down; false where the order is being voided. */
    issued: async (id: string, card: StripeCard): Promise<boolean> => (await table.update(id, asIssued(card))).changed,
  };
};

/** Ends a card; one that is ended stays so. */
export const cancelCard = async (reference: string, reason?: 'lost' | 'stolen'): Promise<void> => {
  const ending = { status: 'canceled', ...(reason && { cancellation_reason: reason }) } as const;
  try {
    await atStripe(({ issuing }) => issuing.cards.update(reference, ending));
  } catch (error) {
    if (!isDeclined(error)) throw error;
    const { status } = await atStripe(({ issuing }) => issuing.cards.retrieve(reference));
    if (status !== 'canceled') throw error;
  }
};

/** Looks among the cards of the same cardholder that were made since. */
const found = async ({ issuing }: Stripe, id: string, { parameters, ordered_at }: AskedLine) => {
  const { cardholder } = parameters ?? {};
  if (cardholder === undefined) return undefined;
  const since = { gte: lookedForSince(ordered_at) };
  for await (const card of issuing.cards.list({ cardholder, created: since, limit: 100 }))
    if (card.metadata.order_id === id) return card;
  return undefined;
};

const asIssued = (card: StripeCard): LineChange => ({
  UpdateExpression: 'SET #standing = :issued, #card = :card REMOVE #parameters',
  ConditionExpression: '#standing = :ordering OR #standing = :issued',
  ExpressionAttributeNames: { '#standing': 'standing', '#card': 'card', '#parameters': 'parameters' },
  ExpressionAttributeValues: { ':ordering': 'ordering', ':issued': 'issued', ':card': issuedFrom(card) },
});
