import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import { type FeatureId, features, type Limit } from '../features/catalogue.ts';
import {
  type CustomerSnapshot,
  type Eligibility,
  entitlementOf,
  requirementsToUse,
  type Standing,
} from '../features/eligibility.ts';
import type { Activation, ActivationStatus } from '../features/model.ts';
import type { Card } from './model.ts';
import { aboveCaps, requireWithinCaps } from './spending-controls.ts';

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

type Ordered = Pick<Card, 'type' | 'currency'>;

/** The first feature that a customer lacks for a card; undefined where it may have one. */
export const lackingFeature = ({ customer, activations }: CustomerSnapshot, card: Ordered, accountCurrency: string) =>
  cardFeatures(card, accountCurrency).find(
    (feature) => customer.status !== 'active' || !hasFeature(activations, feature),
  );

/** The refusal of a card for want of a feature, from where its customer stands. */
export const errorOfCard = (
  snapshot: CustomerSnapshot,
  feature: FeatureId,
  standing: Standing,
  now: Date,
): ApiError => {
  const { activationOf, eligibilityFor } = entitlementOf(snapshot, standing, now);
  const status = activationOf(feature)?.status;
  return featureNotActive(snapshot.customer, { feature, status, eligibility: eligibilityFor(feature) });
};

/** What a customer's features grant a card: which they are, and the caps of all of them. */
export const grantsFor = (card: Ordered, { activations }: CustomerSnapshot, accountCurrency: string) => {
  const granting = grantingFeatures(card, activations, accountCurrency);
  return { granting, granted: capsOf(granting) as readonly Limit[] };
};

/** The features that could allow limits which are raised above what the card's own feature grants; none where all fit. */
export const featuresToRaise = (card: Card, read: Card): readonly FeatureId[] => {
  const own = capsOf(cardFeatures(card, card.currency));
  return aboveCaps(card.spending_controls, own, read.spending_controls.limits).length === 0 ? [] : raisingCaps;
};

/** Refuses limits of a card that are raised above what its feature and these grant. */
export const requireRaisedWithin = (card: Card, read: Card, raising: readonly FeatureId[]): void => {
  const granted = [...capsOf(cardFeatures(card, card.currency)), ...capsOf(raising)];
  requireWithinCaps(card.spending_controls, granted, read.spending_controls.limits);
};

/** Where a customer stands with a feature that it lacks for a card. */
export type Lacking = {
  readonly feature: FeatureId;
  /** As stored; undefined where it was never activated. */
  readonly status: ActivationStatus | undefined;
  readonly eligibility: Eligibility;
};

/** The refusal of a card for a customer who lacks a feature for it: what to call, in order, or why nothing helps. */
export const featureNotActive = (customer: Customer, lacking: Lacking): ApiError => {
  const { feature, status, eligibility } = lacking;
  const { ineligible_reasons } = eligibility;
  const requirements = requirementsToUse(customer, { feature, status }, eligibility);
  return new ApiError('feature_not_active', {
    feature,
    requirements,
    ...(ineligible_reasons.length > 0 && { ineligible_reasons }),
  });
};
