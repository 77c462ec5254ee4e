import { ApiError } from '../../core/api-error.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Updated } from '../../core/transition.ts';
import type { DocumentVersion } from '../agreements/model.ts';
import { currentCatalogue, dailyCapIn } from '../catalogues/catalogue.ts';
import type { Feature, FeatureId } from '../catalogues/model.ts';
import type { Customer } from '../customers/model.ts';
import { ageOn, provesLevel, representativeOf } from '../customers/persons.ts';
import type { CustomerFeature, FeatureResource } from './schema.ts';
import {
  type ActivationAction,
  type ActivationTrigger,
  activationActions,
  activationTransitions,
  type FeatureEventType,
} from './states.ts';

/** Why a customer cannot have a feature. */
export type IneligibleReason = { readonly code: IneligibleCode; readonly description: string };

type Rule = {
  readonly description: string;
  readonly holds: (
    feature: Feature,
    customer: Customer,
    now: Date,
    isActivated: boolean,
  ) => boolean;
};

/**
 * The reasons that exclude a customer from a feature. An unknown value excludes nobody: it will be
 * asked for.
 */
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
    description:
      'The feature is not offered in the customer’s country of residence or incorporation.',
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
  feature_retired: {
    description: 'The feature is retired. GET /features has the day from which nobody can use it.',
    holds: (feature, _customer, now, isActivated) =>
      feature.retired_on !== undefined && (!isActivated || isRetired(feature, now)),
  },
} as const satisfies Record<string, Rule>;

type IneligibleCode = keyof typeof exclusions;

const codes = Object.keys(exclusions) as readonly IneligibleCode[];

/** Whether nobody can use a feature any more. */
export const isRetired = ({ retired_on }: Feature, now: Date): boolean =>
  retired_on !== undefined && retired_on <= now.toISOString().slice(0, 10);

/** Every reason why a customer cannot have a feature at a moment, or keep it where it is held. */
export const exclusionsOf = (
  feature: Feature,
  customer: Customer,
  now: Date,
  isActivated: boolean,
): IneligibleReason[] =>
  codes
    .filter((code) => exclusions[code].holds(feature, customer, now, isActivated))
    .map((code) => ({ code, description: exclusions[code].description }));

/** The country that decides on features; null while it is not known. */
export const countryOf = (customer: Customer): string | null =>
  customer.type === 'business'
    ? customer.incorporation_country
    : (customer.address?.country ?? null);

const birthDateOf = (customer: Customer): string | null =>
  customer.type === 'business'
    ? (representativeOf(customer.persons)?.date_of_birth ?? null)
    : customer.date_of_birth;

const isOutside = (countries: readonly string[], country: string | null): boolean =>
  country !== null && !countries.includes(country);

const isYounger = (birthDate: string | null, age: number, now: Date): boolean =>
  birthDate !== null && ageOn(birthDate, now) < age;

/** The members of its resource that follow from the customer and the catalogue. */
type Derived =
  | 'object'
  | 'eligibility'
  | 'requirements'
  | 'ineligible_reasons'
  | 'limits'
  | 'allowed_actions';

/** A feature of one customer as stored; nothing is stored before it is first activated. Times are ISO 8601. */
export type Activation = ReadonlyDeep<Omit<CustomerFeature, Derived | 'id'>> & {
  readonly id: string;
  readonly tenant_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/** Why a feature that was activated cannot be used for now. */
export type SuspensionCause =
  | Exclude<IneligibleReason['code'], 'customer_closed' | 'identity_rejected'>
  | 'address_missing'
  | 'verification_lost';

/**
 * The causes that keep a customer from using an activated feature: all that would keep it from
 * being activated, except those that only a new card needs. It is derived from the customer alone.
 */
export const suspensionCauses = (
  feature: Feature,
  customer: Customer,
  now: Date,
): readonly SuspensionCause[] => [
  ...exclusionsOf(feature, customer, now, true).flatMap(({ code }) =>
    code === 'customer_closed' || code === 'identity_rejected' ? [] : [code],
  ),
  ...(countryOf(customer) === null ? (['address_missing'] as const) : []),
  ...(provesLevel(customer.verification, feature.level) ? [] : (['verification_lost'] as const)),
];

/** Whether a feature was activated, and not deactivated since. */
export const isActivated = ({ status }: Pick<Activation, 'status'>): boolean =>
  status !== 'inactive';

/**
 * The stored activation as it counts at a moment: from its last day on, a retired feature is
 * suspended.
 */
export const asOf = (activation: Activation, feature: Feature, now: Date): Activation =>
  isRetired(feature, now) && isActivated(activation)
    ? { ...activation, status: 'suspended' }
    : activation;

/** Whether a change of a customer can suspend or resume a feature. */
export const touchesFeatures = (before: Customer, after: Customer, now: Date): boolean =>
  currentCatalogue.features.some((feature) => {
    const [were, are] = [before, after].map(
      (customer) => suspensionCauses(feature, customer, now).length > 0,
    );
    return were !== are;
  });

/** A feature that was never activated: nothing is stored. It gets its id when it is. */
export type NeverActivated = Omit<Activation, 'id'> & { readonly id: null };

export const neverActivated = (
  { tenant_id, id: customer_id, created_at }: Pick<Customer, 'tenant_id' | 'id' | 'created_at'>,
  feature: FeatureId,
): NeverActivated => ({
  id: null,
  tenant_id,
  customer_id,
  feature,
  status: 'inactive',
  status_reason: null,
  activated_at: null,
  created_at,
  updated_at: created_at,
  version: 0,
});

/** A change of an activation with its event. */
export type ActivationTransition<A = Activation> = Updated<A, FeatureEventType>;

/** The activation after a transition; what the table does not have is `action_not_allowed`, with what is allowed instead. */
export const transitionActivation = <A extends Activation | NeverActivated>(
  activation: A,
  action: ActivationAction | ActivationTrigger,
  reason: string | null,
  now: Date,
): ActivationTransition<A> => {
  const transition = activationTransitions[activation.status][action];
  if (!transition) {
    const allowed_actions = activationActions(activation.status);
    throw new ApiError('action_not_allowed', {
      current_status: activation.status,
      allowed_actions,
    });
  }
  const [status, event] = transition;
  const at = now.toISOString();
  const activated_at =
    action === 'activate' ? at : status === 'inactive' ? null : activation.activated_at;
  const changes = {
    status,
    status_reason: reason,
    activated_at,
    updated_at: at,
    version: activation.version + 1,
  };
  return { before: activation, after: { ...activation, ...changes }, event };
};

/**
 * The effect of a customer's change on one of its features; undefined where there is none. It looks
 * at the customer as it is after the change, so that any order of causes ends in the same state.
 */
export const reconcileActivation = (
  activation: Activation,
  customer: Customer,
  now: Date,
): ActivationTransition | undefined => {
  const trigger = triggerOf(activation, customer, now);
  return trigger && transitionActivation(activation, trigger, null, now);
};

const triggerOf = (
  { status, feature }: Activation,
  customer: Customer,
  now: Date,
): ActivationTrigger | undefined => {
  if (status === 'inactive') return undefined;
  if (customer.status === 'closed') return 'close';
  const suspended = suspensionCauses(featureOf(feature), customer, now).length > 0;
  if (suspended && status === 'active') return 'suspend';
  return !suspended && status === 'suspended' ? 'resume' : undefined;
};

/** The most that may be spent within an interval, in minor units. */
export type Limit = ReadonlyDeep<FeatureResource['limits'][number]>;

/** The feature of an id of the catalogue; the schemas of input let no other id in. */
export const featureOf = (asked: FeatureId): Feature => {
  const found = currentCatalogue.features.find(({ id }) => id === asked);
  if (!found) throw new Error(`The catalogue has no feature ${asked}.`);
  return found;
};

/** The caps that a feature sets for the cards of a currency. */
export const limitsIn = ({ caps }: Pick<Feature, 'caps'>, currency: string): readonly Limit[] => {
  const daily = caps * dailyCapIn(currency);
  const multiples = { per_authorization: 1, daily: 1, ...currentCatalogue.multiples };
  const names = Object.keys(multiples) as (keyof typeof multiples)[];
  return caps === 0
    ? []
    : names.map((interval) => ({ amount: multiples[interval] * daily, currency, interval }));
};

/** The texts that features can require, and whose acceptance is read with the customer. */
export const agreedDocuments: readonly string[] = [
  ...new Set(
    currentCatalogue.features.flatMap(({ agreements }) =>
      agreements.map(({ document }) => document),
    ),
  ),
];

/** Whether features require agreements in this environment (`AGREEMENTS`). */
export const agreementsRequired = (
  environment: Readonly<Record<string, string | undefined>>,
): boolean => environment.AGREEMENTS === 'required';

/** The name of a required text among requirements. */
export const agreementNeed = ({ document, version }: DocumentVersion) => ({
  code: `agreement.${document}`,
  description: `The customer has accepted ${document}, version ${version} or later.`,
});

const requirements = {
  standard: { code: 'verification.standard', description: 'The identity is verified.' },
  enhanced: {
    code: 'verification.enhanced',
    description: 'The identity and the address are verified.',
  },
  phone: { code: 'profile.phone', description: 'A phone number.' },
  address: { code: 'profile.address', description: 'A postal address.' },
} as const;

/**
 * The one projection of the catalogue. The schema's check removes members that it does not name.
 */
export const toFeatureResource = (
  feature: Feature,
  agreementsRequired: boolean,
): FeatureResource => {
  const resource: ReadonlyDeep<FeatureResource> = {
    ...feature,
    object: 'feature',
    retired_on: feature.retired_on ?? null,
    limits: limitsIn(feature, currentCatalogue.currency),
    requirements: [
      ...[feature.level, ...feature.profile].map((need) => requirements[need]),
      ...(agreementsRequired ? feature.agreements : []).map(agreementNeed),
    ],
  };
  return resource as FeatureResource;
};
