import type { Customer } from '../customers/customer.ts';
import { Failure } from '../failure.ts';
import type { ActivationStatus } from '../features/activation-life.ts';
import { type FeatureId, features, type Limit } from '../features/catalogue.ts';
import type { Eligibility, Standing } from '../features/eligibility.ts';
import { entitlementOf, type Holder } from '../features/entitlement.ts';
import { nothingRequired, type Requirement, type Requirements } from '../requirement.ts';
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
export const refusalOfCard = (holder: Holder, feature: FeatureId, standing: Standing, now: Date): Failure => {
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
export const featureNotActive = (customer: Customer, lacking: Lacking): Failure => {
  const { feature, eligibility } = lacking;
  const { ineligible_reasons } = eligibility;
  const requirements = requirementsOf(customer, lacking);
  return new Failure('feature_not_active', {
    feature,
    requirements,
    ...(ineligible_reasons.length > 0 && { ineligible_reasons }),
  });
};

/** A feature that is suspended resumes by itself when its cause goes; any other has to be switched on at the end. */
const requirementsOf = (customer: Customer, { feature, status, eligibility }: Lacking): Requirements => {
  const { ineligible_reasons, requirements } = eligibility;
  const last = status === 'suspended' || status === 'active' ? [] : [activation(customer, feature)];
  if (ineligible_reasons.length === 0) return withLast(requirements, last);
  const onlySuspended = ineligible_reasons.every(({ code }) => code === 'customer_suspended');
  return onlySuspended ? { ...nothingRequired, currently_due: [reactivation(customer), ...last] } : nothingRequired;
};

/** While all that is missing waits on us, what comes last waits for it too. */
const withLast = ({ currently_due, pending_verification }: Requirements, last: readonly Requirement[]): Requirements =>
  currently_due.length === 0 && pending_verification.length > 0
    ? {
        currently_due,
        pending_verification: [...pending_verification, ...last.map((one) => ({ ...one, resolve_with: null }))],
      }
    : { currently_due: [...currently_due, ...last], pending_verification };

const activation = ({ id }: Customer, feature: FeatureId): Requirement => ({
  code: `feature.${feature}`,
  description: `The feature “${features[feature].name}” is active.`,
  resolve_with: { method: 'POST', path: `customers/${id}/features/${feature}/activate`, body: {} },
  alternatives: [],
});

const reactivation = ({ id }: Customer): Requirement => ({
  code: 'customer.active',
  description: 'The customer is active.',
  resolve_with: { method: 'POST', path: `customers/${id}/reactivate`, body: {} },
  alternatives: [],
});
