import type { Card } from './card.ts';
import type { FeatureId } from './features.ts';

/** The features that a customer needs for a card: that of its type, and another where it is not in the account's currency. */
export const cardFeatures = (
  { type, currency }: Pick<Card, 'type' | 'currency'>,
  accountCurrency: string,
): FeatureId[] => [
  type === 'virtual' ? 'virtual_cards' : 'physical_cards',
  ...(currency === accountCurrency ? [] : (['foreign_currency_cards'] as const)),
];
