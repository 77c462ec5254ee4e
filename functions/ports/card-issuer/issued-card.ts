import { ApiError } from '../../domain/api-error.ts';
import type { Card, IssuedCard } from '../../domain/cards/card.ts';
import type { IssuingIntent } from '../../domain/cards/issuing-intent.ts';
import { limitsInForce } from '../../domain/cards/spending-controls.ts';
import type { CardIssuer, CardOrder } from './card-issuer.ts';

/** What of a card its issuer is told. */
type Told = Pick<Card, 'customer_id' | 'type' | 'currency' | 'spending_controls'> &
  Pick<CardOrder, 'cardholder_name' | 'cardholder' | 'destination' | 'replacement'>;

/**
 * An issuer as orders ask it: for the card of an intent, however often, or that there be none. An order that was given up
 * meanwhile is refused for a moment.
 */
export const orderingFrom = (issuer: Pick<CardIssuer, 'name' | 'issue' | 'void'>) => ({
  name: issuer.name,
  issue: async ({ card_id, tenant_id, ordered_at }: IssuingIntent, told: Told): Promise<IssuedCard> => {
    const { customer_id, type, currency, cardholder_name } = told;
    const { cardholder, destination, replacement } = told;
    const limits = limitsInForce(told.spending_controls);
    const ordered = await issuer.issue({
      ...{ id: card_id, tenant_id, ordered_at },
      ...{ customer_id, type, currency, cardholder_name },
      ...{ cardholder, destination, limits, replacement },
    });
    if (ordered.outcome === 'voided') throw new ApiError('unavailable', { retry_after_seconds: 1 });
    return ordered.card;
  },
  void: issuer.void,
});
