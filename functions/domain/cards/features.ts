import type { Activation } from '../features/activation.ts';
import { type FeatureId, features, type Limit } from '../features/catalogue.ts';
import type { Card } from './card.ts';

/** The features that a customer needs for a card: that of its type, and another where it is not in the account's currency. */
export const cardFeatures = (
  { type, currency }: Pick<Card, 'type' | 'currency'>,
  accountCurrency: string,
): FeatureId[] => [
  type === 'virtual' ? 'virtual_cards' : 'physical_cards',
  ...(currency === accountCurrency ? [] : (['foreign_currency_cards'] as const)),
];

/** What lets a card spend more than its own feature does. */
export const raisingCaps = ['higher_limits'] as const satisfies readonly FeatureId[];

/** Of the features that a card needs and those that raise its caps, what its customer has: what holds for the card now. */
export const grantingFeatures = (
  card: Pick<Card, 'type' | 'currency'>,
  activations: readonly Pick<Activation, 'feature' | 'status'>[],
  accountCurrency: string,
): FeatureId[] =>
  [...cardFeatures(card, accountCurrency), ...raisingCaps].filter((feature) => hasFeature(activations, feature));

/** Whether a feature is among those of a customer, and can be used. */
export const hasFeature = (activations: readonly Pick<Activation, 'feature' | 'status'>[], asked: FeatureId): boolean =>
  activations.some(({ feature, status }) => feature === asked && status === 'active');

/** The caps of all that features grant. */
export const capsOf = (granting: readonly FeatureId[]): readonly Limit[] =>
  granting.flatMap((feature) => features[feature].limits);
