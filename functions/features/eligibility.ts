import { ApiError } from '../api-error.ts';
import { ageOn, type Customer } from '../customers/model.ts';
import { contactProfile } from '../customers/profile.ts';
import { nothingRequired, type Requirement, type Requirements, type ResolvingCall } from '../requirement.ts';
import { provesLevel, type Verification } from '../verifications/model.ts';
import {
  acceptedFor,
  type DocumentReferences,
  identityRequirements,
  type OpenVerification,
  verificationRequirements,
} from '../verifications/requirements.ts';
import { type Feature, type FeatureId, features } from './catalogue.ts';
import type { Activation, ActivationStatus } from './model.ts';

/** What a customer has under way to prove an identity. */
export type Standing = {
  /** The open verification; undefined where there is none. */
  readonly verification: (OpenVerification & Pick<Verification, 'status'>) | undefined;
  readonly documentReferences: DocumentReferences;
};

/** Nothing under way. */
export const noIdentity: Standing = { verification: undefined, documentReferences: { named: [], others: [] } };

/** Why a customer cannot have a feature, whatever they bring. */
export type IneligibleReason = { readonly code: IneligibleCode; readonly description: string };

/** Whether a customer may have a feature: what is missing, or why none of it would help. */
export type Eligibility = {
  readonly eligibility: 'eligible' | 'requirements_due' | 'ineligible';
  readonly requirements: Requirements;
  readonly ineligible_reasons: readonly IneligibleReason[];
};

type Rule = {
  readonly description: string;
  readonly holds: (feature: Feature, customer: Customer, now: Date) => boolean;
};

/** What excludes a customer from a feature. What is not known yet excludes nobody: it will be asked for. */
const exclusions = {
  customer_closed: {
    description: 'The customer is closed.',
    holds: (_feature, { status }) => status === 'closed',
  },
  customer_suspended: {
    description: 'The customer is suspended; reactivate it first.',
    holds: (_feature, { status }) => status === 'suspended',
  },
  customer_type_not_supported: {
    description: 'The feature is not for this type of customer.',
    holds: ({ customer_types }, { type }) => !customer_types.includes(type),
  },
  country_not_supported: {
    description: 'The feature is not offered in the customer’s country of residence or incorporation.',
    holds: ({ countries }, customer) => isOutside(countries, countryOf(customer)),
  },
  under_minimum_age: {
    description: 'The person is too young for the feature.',
    holds: ({ minimum_age }, customer, now) => isYounger(birthDateOf(customer), minimum_age, now),
  },
  identity_rejected: {
    description: 'The identity was rejected. A later verification that succeeds changes that.',
    holds: (_feature, { verification }) => verification.status === 'rejected',
  },
} as const satisfies Record<string, Rule>;

type IneligibleCode = keyof typeof exclusions;

/** Every reason why a customer cannot have a feature. */
export const ineligibleCodes = Object.keys(exclusions) as readonly IneligibleCode[];

/**
 * Whether a customer may have a feature at a moment. `standing` tells which calls to offer and decides nothing: that the
 * identity is proven stands on the customer.
 */
export const eligibilityOf = (feature: Feature, customer: Customer, standing: Standing, now: Date): Eligibility => {
  const ineligible_reasons = ineligibleCodes
    .filter((code) => exclusions[code].holds(feature, customer, now))
    .map((code) => ({ code, description: exclusions[code].description }));
  if (ineligible_reasons.length > 0)
    return { eligibility: 'ineligible', requirements: nothingRequired, ineligible_reasons };
  const requirements = requirementsOf(feature, customer, standing);
  const open = requirements.currently_due.length + requirements.pending_verification.length;
  return { eligibility: open === 0 ? 'eligible' : 'requirements_due', requirements, ineligible_reasons };
};

/** Refuses a customer who may not have a feature now, and says what would change that, or why nothing does. */
export const refuseUnlessEligible = (feature: Feature['id'], found: Eligibility): void => {
  const { eligibility, requirements, ineligible_reasons } = found;
  if (eligibility === 'ineligible') throw new ApiError('feature_ineligible', { feature, ineligible_reasons });
  if (eligibility === 'requirements_due') throw new ApiError('feature_requirements_due', { feature, requirements });
};

/** Whether what is under way matters at all: not for a customer whose identity is proven, nor for one who is excluded. */
export const dependsOnIdentity = (feature: Feature, customer: Customer, now: Date): boolean =>
  !provesLevel(customer.verification, feature.level) &&
  ineligibleCodes.every((code) => !exclusions[code].holds(feature, customer, now));

const requirementsOf = (feature: Feature, customer: Customer, standing: Standing): Requirements => {
  const contact = feature.profile.flatMap((field) => contactProfile(customer, field));
  if (provesLevel(customer.verification, feature.level)) return { ...nothingRequired, currently_due: contact };
  const wanted = { level: feature.level, refused: standing.verification };
  const { currently_due, pending_verification } = identityRequirements(customer, wanted, standing.documentReferences);
  const others = withoutDoubles([...currently_due, ...contact]);
  const step = verificationStep(feature, customer, standing);
  // While the only thing that is missing waits on us, the next step waits for it too.
  const waits = step.resolve_with === null || (others.length === 0 && pending_verification.length > 0);
  return waits
    ? { currently_due: others, pending_verification: [...pending_verification, { ...step, resolve_with: null }] }
    : { currently_due: [...others, step], pending_verification };
};

/**
 * The verification itself is one requirement from its beginning to its decision: only its call changes, so that meeting
 * another requirement never adds one.
 */
const verificationStep = ({ level }: Feature, customer: Customer, standing: Standing): Requirement => ({
  code: `verification.${level}`,
  description: 'The identity is verified.',
  resolve_with: verificationCall(level, customer, standing),
  alternatives: [],
});

const verificationCall = (
  level: Feature['level'],
  customer: Customer,
  { verification, documentReferences }: Standing,
): ResolvingCall | null => {
  if (verification === undefined) {
    const document_ids = acceptedFor(customer, { level }, documentReferences);
    return { method: 'POST', path: `customers/${customer.id}/verifications`, body: { level, document_ids } };
  }
  // Being decided, or decided since the customer was read: the next look shows what came of it.
  if (verification.status !== 'requires_input') return null;
  const { currently_due } = verificationRequirements(verification, customer, documentReferences);
  const naming = currently_due.find(({ code }) => code === 'verification.document_ids');
  return naming?.resolve_with ?? { method: 'POST', path: `verifications/${verification.id}/submit`, body: null };
};

const withoutDoubles = (requirements: readonly Requirement[]): Requirement[] =>
  requirements.filter(({ code }, position) => requirements.findIndex((other) => other.code === code) === position);

const countryOf = (customer: Customer): string | null =>
  customer.type === 'business' ? customer.incorporation_country : (customer.address?.country ?? null);

const birthDateOf = (customer: Customer): string | null =>
  customer.type === 'business' ? (customer.representative?.date_of_birth ?? null) : customer.date_of_birth;

const isOutside = (countries: readonly string[], country: string | null): boolean =>
  country !== null && !countries.includes(country);

const isYounger = (birthDate: string | null, age: number, now: Date): boolean =>
  birthDate !== null && ageOn(birthDate, now) < age;

/** A customer with what is stored of its features; a feature that was never activated is not there. */
export type CustomerSnapshot = {
  readonly customer: Customer;
  readonly activations: readonly Activation[];
  /** The customer's open verification. */
  readonly openVerificationId: string | undefined;
};

/** Where a customer stands with its features. */
export type Entitlement = CustomerSnapshot & {
  /** What is stored of a feature; undefined where it was never activated. */
  readonly activationOf: (feature: FeatureId) => Activation | undefined;
  readonly eligibilityFor: (feature: FeatureId) => Eligibility;
};

/** Where a customer stands, from what was read. */
export const entitlementOf = (snapshot: CustomerSnapshot, standing: Standing, now: Date): Entitlement => ({
  ...snapshot,
  activationOf: (feature) => snapshot.activations.find((activation) => activation.feature === feature),
  eligibilityFor: (feature) => eligibilityOf(features[feature], snapshot.customer, standing, now),
});

/** Whether what a customer may have of some features rests on what it has under way to prove its identity. */
export const needsIdentity = (asked: readonly FeatureId[], customer: Customer, now: Date): boolean =>
  asked.some((feature) => dependsOnIdentity(features[feature], customer, now));

/** A feature as it stands with a customer; without a status it was never activated. */
type FeatureState = { readonly feature: FeatureId; readonly status: ActivationStatus | undefined };

/**
 * What a customer still needs until a feature can be used. One that is suspended resumes by itself when its cause goes; any
 * other has to be switched on at the end.
 */
export const requirementsToUse = (
  customer: Customer,
  { feature, status }: FeatureState,
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
