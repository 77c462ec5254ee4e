import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/customer.ts';
import type { ActivationStatus } from '../features/activation-life.ts';
import type { FeatureId, Limit } from '../features/catalogue.ts';
import type { Eligibility, Standing } from '../features/eligibility.ts';
import { entitlementOf, type Holder } from '../features/entitlement.ts';
import { requirementsToUse } from '../features/requirements-to-use.ts';
import type { Card } from './card.ts';
import { capsOf, cardFeatures, grantingFeatures, hasFeature, raisingCaps } from './features.ts';
import { aboveCaps, requireWithinCaps } from './spending-controls.ts';

type Ordered = Pick<Card, 'type' | 'currency'>;

/** The first feature that a customer lacks for a card; undefined where it may have one. */
export const lackingFeature = ({ customer, activations }: Holder, card: Ordered, accountCurrency: string) =>
  cardFeatures(card, accountCurrency).find(
    (feature) => customer.status !== 'active' || !hasFeature(activations, feature),
  );

/** The refusal of a card for want of a feature, from where its customer stands. */
export const errorOfCard = (holder: Holder, feature: FeatureId, standing: Standing, now: Date): ApiError => {
  const { activationOf, eligibilityFor } = entitlementOf(holder, standing, now);
  const status = activationOf(feature)?.status;
  return featureNotActive(holder.customer, { feature, status, eligibility: eligibilityFor(feature) });
};

/** What a customer's features grant a card: which they are, and the caps of all of them. */
export const grantsFor = (card: Ordered, { activations }: Holder, accountCurrency: string) => {
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
