import type { Customer } from '../customers/customer.ts';
import { Failure } from '../failure.ts';
import type { ActivationStatus } from '../features/activation-life.ts';
import { type FeatureId, features } from '../features/catalogue.ts';
import type { Eligibility } from '../features/eligibility.ts';
import { nothingRequired, type Requirement, type Requirements } from '../requirement.ts';

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
