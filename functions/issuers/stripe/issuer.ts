import { ApiError } from '../../api-error.ts';
import type { IssuedCard } from '../../cards/model.ts';
import type { CardIssuer, IssueRequest, IssueResult } from '../issuer.ts';
import { api_version, atStripe, errorOf, isDeclined, isStripeError, translated } from './client.ts';
import { stripeControl } from './control.ts';
import { cancelCard, stripeCardholders, stripeOrders } from './orders.ts';
import { cardParameters, issuedFrom } from './parameters.ts';

/** Stripe Issuing: cards that can be paid with. */
export const stripeIssuer = (): CardIssuer => {
  const [orders, cardholders] = [stripeOrders(), stripeCardholders()];
  return {
    name: 'stripe',
    issue: (order) =>
      translated(async () => {
        const { id, tenant_id, customer_id, ordered_at } = order;
        const cardholder = await cardholders.of(order);
        const parameters = cardParameters(order, cardholder);
        const fresh = { tenant_id, customer_id, ordered_at, attempt: 1, state: 'ordering', parameters } as const;
        const { row = fresh } = await orders.table.put(id, fresh);
        if (row.state === 'issued' && row.card) return issued(row.card);
        if (row.state !== 'ordering') return { outcome: 'voided' };
        await endLost(order);
        const card = await orders.make(id, row).catch((error: unknown) => declinedReason(error, cardholder));
        if (await orders.issued(id, card)) return issued(issuedFrom(card));
        // It was voided meanwhile, perhaps before there was anything to end.
        await cancelCard(card.id);
        return { outcome: 'voided' };
      }),
    ...stripeControl(),
    secrets: (reference) =>
      translated(async () => {
        const expand = { expand: ['number', 'cvc'] };
        const asked = atStripe(({ issuing }) => issuing.cards.retrieve(reference, expand));
        const { number, cvc, exp_month, exp_year, status } = await asked.catch(notRevealed);
        if (!number || !cvc || status === 'canceled') throw useNonce();
        return { number, cvc, exp_month, exp_year };
      }),
    ephemeralKey: (card, nonce) =>
      translated(async () => {
        const asked = { issuing_card: card, nonce };
        const created = atStripe(({ ephemeralKeys }) => ephemeralKeys.create(asked, { apiVersion: api_version }));
        const { secret, expires } = await created.catch(notRevealed);
        if (!secret) throw new Error('Stripe created an ephemeral key without a secret');
        return { card, secret, expires_at: new Date(expires * 1000).toISOString() };
      }),
  };
};

const issued = (card: IssuedCard): IssueResult => ({ outcome: 'issued', card });

/** What was lost or stolen Stripe replaces only after it has ended, and it must not work a moment longer. */
const endLost = async ({ replacement }: IssueRequest): Promise<void> => {
  if (replacement?.reason !== 'lost' && replacement?.reason !== 'stolen') return;
  await cancelCard(replacement.of, replacement.reason);
};

const declinedReason = async (error: unknown, cardholder: string): Promise<never> => {
  if (!isDeclined(error)) throw error;
  throw errorOf(await atStripe(({ issuing }) => issuing.cardholders.retrieve(cardholder)));
};

/** Stripe shows numbers only to accounts that may see them, and of cards that it knows. */
const notRevealed = (error: unknown): never => {
  const forbidden = isStripeError(error) && error.type === 'StripePermissionError';
  throw isDeclined(error) || forbidden ? useNonce() : error;
};

/** Stripe's elements show any card for a fresh nonce, whatever the account may see. */
const useNonce = () => new ApiError('reveal_not_available', { reveal_with: 'nonce' });
