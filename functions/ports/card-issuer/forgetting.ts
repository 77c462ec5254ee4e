import { issuerTable, type LineChange } from './issuer-table.ts';
import { cardholderPlace } from './stripe/lines.ts';

/**
 * Removes from the issuers' lines whom a card was made for: what the simulator wrote down of him, what Stripe was to be told
 * and what tells one profile of his from another. The lines stay, by which a card is made once.
 */
export const cardholderForgetting = () => {
  const { update } = issuerTable<object>();
  return async (card: { readonly id: string; readonly customer_id: string }): Promise<void> => {
    for (const place of [card.id, cardholderPlace(card.customer_id)]) await update(place, asForgotten);
  };
};

const asForgotten: LineChange = {
  UpdateExpression: 'REMOVE #name, #parameters, #profile',
  ConditionExpression: 'attribute_exists(pk)',
  ExpressionAttributeNames: { '#name': 'cardholder_name', '#parameters': 'parameters', '#profile': 'profile' },
};
