import type { Card, IssuedCard } from '../../domain/cards/card.ts';
import type { IssuingIntent } from '../../domain/cards/issuing-intent.ts';
import { Failure } from '../../domain/failure.ts';
import type { CardIssuer } from './card-issuer.ts';

/** The card of an order, however often it is asked for. An order that was given up meanwhile is refused for a moment. */
export const issuedCard = async (
  issuer: Pick<CardIssuer, 'issue'>,
  { card_id, tenant_id, ordered_at }: IssuingIntent,
  { customer_id, type, currency, cardholder_name }: Pick<Card, 'customer_id' | 'type' | 'currency' | 'cardholder_name'>,
): Promise<IssuedCard> => {
  const order = { id: card_id, tenant_id, ordered_at, customer_id, type, currency, cardholder_name };
  const ordered = await issuer.issue(order);
  if (ordered.outcome === 'voided') throw new Failure('unavailable', { retry_after_seconds: 1 });
  return ordered.card;
};
