import type { Customer } from '../customers/customer.ts';
import { nothingRequired, type Requirement, type Requirements } from '../requirement.ts';
import type { ActivationStatus } from './activation-life.ts';
import { type FeatureId, features } from './catalogue.ts';
import type { Eligibility } from './eligibility.ts';

/** A feature as it stands with a customer; without a status it was never activated. */
type Standing = { readonly feature: FeatureId; readonly status: ActivationStatus | undefined };

/**
 * What a customer still needs until a feature can be used. One that is suspended resumes by itself when its cause goes; any
 * other has to be switched on at the end.
 */
export const requirementsToUse = (
  customer: Customer,
  { feature, status }: Standing,
  { ineligible_reasons, requirements }: Eligibility,
): Requirements => {
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
