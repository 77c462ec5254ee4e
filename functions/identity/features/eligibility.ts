import { ApiError } from '../../core/api-error.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Requirement, Requirements, ResolvingCall } from '../../core/requirement-schema.ts';
import { currentCatalogue } from '../catalogues/catalogue.ts';
import type { Feature, FeatureId } from '../catalogues/model.ts';
import type { Customer } from '../customers/model.ts';
import { provesLevel } from '../customers/persons.ts';
import { contactProfile, nothingRequired } from '../customers/requirements.ts';
import type { Verification } from '../verifications/model.ts';
import {
  acceptedFor,
  type DocumentReferences,
  identityRequirements,
  type OpenVerification,
  verificationRequirements,
} from '../verifications/requirements.ts';
import {
  type Activation,
  agreementNeed,
  exclusionsOf,
  featureOf,
  type IneligibleReason,
  limitsIn,
  type NeverActivated,
  type SuspensionCause,
  suspensionCauses,
} from './model.ts';
import {
  type Agreements,
  type CustomerSnapshot,
  contactFields,
  holdsFeature,
  missingAgreements,
} from './qualification.ts';
import type { CustomerFeature } from './schema.ts';
import { type ActivationStatus, activationActions } from './states.ts';

/** The progress of a customer in proving the identity. */
export type IdentityProgress = {
  /** The open verification; undefined where there is none. */
  readonly verification: (OpenVerification & Pick<Verification, 'status'>) | undefined;
  readonly documentReferences: DocumentReferences;
};

/** There is none. */
export const noProgress: IdentityProgress = {
  verification: undefined,
  documentReferences: { named: [], others: [] },
};

/** Whether a customer may have a feature: what is missing, or why none of it would help. */
export type Eligibility = {
  readonly eligibility: 'eligible' | 'requirements_due' | 'ineligible';
  readonly requirements: Requirements;
  readonly ineligible_reasons: readonly IneligibleReason[];
  /** The causes that suspend the feature once it is activated. */
  readonly suspension_causes: readonly SuspensionCause[];
};

/**
 * Whether a customer may have a feature at a moment. The progress decides which calls to offer and nothing else: the proof
 * of the identity is the customer's.
 */
export const eligibilityOf = (
  feature: Feature,
  {
    customer,
    agreements,
    activations,
  }: Pick<CustomerSnapshot, 'customer' | 'agreements' | 'activations'>,
  progress: IdentityProgress,
  now: Date,
): Eligibility => {
  const ineligible_reasons = exclusionsOf(
    feature,
    customer,
    now,
    holdsFeature(feature, activations),
  );
  const suspension_causes = suspensionCauses(feature, customer, now);
  if (ineligible_reasons.length > 0)
    return {
      eligibility: 'ineligible',
      requirements: nothingRequired,
      ineligible_reasons,
      suspension_causes,
    };
  const due = agreementsDue(feature, customer, agreements);
  const requirements = requirementsOf(feature, customer, due, progress);
  const open = requirements.currently_due.length + requirements.pending_verification.length;
  const eligibility = open === 0 ? 'eligible' : 'requirements_due';
  return { eligibility, requirements, ineligible_reasons, suspension_causes };
};

/** Requires that a customer may have a feature now; the error contains what would change that, or why nothing does. */
export const requireEligibility = (feature: Feature['id'], found: Eligibility): void => {
  const { eligibility, requirements, ineligible_reasons } = found;
  if (eligibility === 'ineligible')
    throw new ApiError('feature_ineligible', { feature, ineligible_reasons });
  if (eligibility === 'requirements_due')
    throw new ApiError('feature_requirements_due', { feature, requirements });
};

const agreementsDue = (feature: Feature, { id }: Customer, agreements: Agreements): Requirement[] =>
  missingAgreements(feature, agreements).map((wanted) => ({
    ...agreementNeed(wanted),
    resolve_with: {
      method: 'POST',
      path: `customers/${id}/agreements`,
      body: { ...wanted, accepted_at: null, ip: null },
    },
    alternatives: [],
  }));

const requirementsOf = (
  feature: Feature,
  customer: Customer,
  agreements: readonly Requirement[],
  progress: IdentityProgress,
): Requirements => {
  const fields = contactFields(feature, customer);
  const contact = [
    ...withoutDoubles(fields.flatMap((field) => contactProfile(customer, field))),
    ...agreements,
  ];
  if (provesLevel(customer.verification, feature.level))
    return { ...nothingRequired, currently_due: contact };
  const wanted = { level: feature.level, lastDecision: progress.verification };
  const { currently_due, pending_verification } = identityRequirements(
    customer,
    wanted,
    progress.documentReferences,
  );
  const others = withoutDoubles([...currently_due, ...contact]);
  const step = verificationStep(feature, customer, progress);
  // While the only thing that is missing waits on us, the next step waits for it too.
  const waits =
    step.resolve_with === null || (others.length === 0 && pending_verification.length > 0);
  return waits
    ? {
        currently_due: others,
        pending_verification: [...pending_verification, { ...step, resolve_with: null }],
      }
    : { currently_due: [...others, step], pending_verification };
};

/**
 * The verification itself is one requirement from its beginning to its decision: only its call changes, so that meeting
 * another requirement never adds one.
 */
const verificationStep = (
  { level }: Feature,
  customer: Customer,
  progress: IdentityProgress,
): Requirement => ({
  code: `verification.${level}`,
  description: 'The identity is verified.',
  resolve_with: verificationCall(level, customer, progress),
  alternatives: [],
});

const verificationCall = (
  level: Feature['level'],
  customer: Customer,
  { verification, documentReferences }: IdentityProgress,
): ResolvingCall | null => {
  if (verification === undefined) {
    const document_ids = acceptedFor(customer, { level }, documentReferences);
    return {
      method: 'POST',
      path: `customers/${customer.id}/verifications`,
      body: { level, document_ids },
    };
  }
  // Being decided, or decided since the customer was read: the next look shows what came of it.
  if (verification.status !== 'requires_input') return null;
  const { currently_due } = verificationRequirements(verification, customer, documentReferences);
  const naming = currently_due.find(({ code }) => code === 'verification.document_ids');
  return (
    naming?.resolve_with ?? {
      method: 'POST',
      path: `verifications/${verification.id}/submit`,
      body: null,
    }
  );
};

const withoutDoubles = (requirements: readonly Requirement[]): Requirement[] =>
  requirements.filter(
    ({ code }, position) => requirements.findIndex((other) => other.code === code) === position,
  );

/** The features that a customer has and may have. */
export type Entitlement = CustomerSnapshot & {
  /** The stored activation of a feature; undefined where it was never activated. */
  readonly activationOf: (feature: FeatureId) => Activation | undefined;
  readonly eligibilityFor: (feature: FeatureId) => Eligibility;
};

/** The features that a customer has and may have, from what was read. */
export const entitlementOf = (
  snapshot: CustomerSnapshot,
  progress: IdentityProgress,
  now: Date,
): Entitlement => ({
  ...snapshot,
  activationOf: (feature) =>
    snapshot.activations.find((activation) => activation.feature === feature),
  eligibilityFor: (feature) => eligibilityOf(featureOf(feature), snapshot, progress, now),
});

/** Whether progress decides on some features: not where the identity is proven or the customer is excluded. */
export const needsProgress = (
  asked: readonly FeatureId[],
  customer: Customer,
  now: Date,
): boolean =>
  asked.some(
    (id) =>
      !provesLevel(customer.verification, featureOf(id).level) &&
      exclusionsOf(featureOf(id), customer, now, true).length === 0,
  );

/** A feature and its status; without one it was never activated. */
type FeatureState = { readonly feature: FeatureId; readonly status: ActivationStatus | undefined };

/**
 * The requirements of a customer until a feature can be used. One that is suspended resumes by
 * itself when its cause goes; any other has to be switched on at the end.
 */
export const requirementsToUse = (
  customer: Customer,
  { feature, status }: FeatureState,
  { ineligible_reasons, requirements }: Eligibility,
): Requirements => {
  const last = status === 'suspended' || status === 'active' ? [] : [activation(customer, feature)];
  if (ineligible_reasons.length === 0) return withLast(requirements, last);
  const onlySuspended = ineligible_reasons.every(({ code }) => code === 'customer_suspended');
  return onlySuspended
    ? { ...nothingRequired, currently_due: [reactivation(customer), ...last] }
    : nothingRequired;
};

/** While all that is missing waits on us, what comes last waits for it too. */
const withLast = (
  { currently_due, pending_verification }: Requirements,
  last: readonly Requirement[],
): Requirements =>
  currently_due.length === 0 && pending_verification.length > 0
    ? {
        currently_due,
        pending_verification: [
          ...pending_verification,
          ...last.map((one) => ({ ...one, resolve_with: null })),
        ],
      }
    : { currently_due: [...currently_due, ...last], pending_verification };

const activation = ({ id }: Customer, feature: FeatureId): Requirement => ({
  code: `feature.${feature}`,
  description: `The feature “${featureOf(feature).name}” is active.`,
  resolve_with: { method: 'POST', path: `customers/${id}/features/${feature}/activate`, body: {} },
  alternatives: [],
});

const reactivation = ({ id }: Customer): Requirement => ({
  code: 'customer.active',
  description: 'The customer is active.',
  resolve_with: { method: 'POST', path: `customers/${id}/reactivate`, body: {} },
  alternatives: [],
});

/** The one projection of a feature of a customer; what the schema does not name is removed when it is checked. */
export const toCustomerFeatureResource = (
  activation: Activation | NeverActivated,
  customer: Customer,
  found: Eligibility,
): CustomerFeature => {
  const { feature, status } = activation;
  const isSuspended = status === 'suspended';
  const resource: ReadonlyDeep<CustomerFeature> = {
    ...activation,
    ...found,
    object: 'customer_feature',
    status_reason: isSuspended ? (found.suspension_causes[0] ?? null) : activation.status_reason,
    requirements: requirementsToUse(customer, activation, found),
    limits: limitsIn(featureOf(feature), currentCatalogue.currency),
    allowed_actions: activationActions(status).filter(
      (action) => action !== 'activate' || found.eligibility === 'eligible',
    ),
  };
  return resource as CustomerFeature;
};
