import type { Feature } from '../catalogues/model.ts';
import type { Customer } from '../customers/model.ts';
import { ageOn, representativeOf } from '../customers/persons.ts';

/** Why a customer cannot have a feature. */
export type IneligibleReason = { readonly code: IneligibleCode; readonly description: string };

type Rule = {
  readonly description: string;
  readonly holds: (feature: Feature, customer: Customer, now: Date, isActivated: boolean) => boolean;
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
  customer.type === 'business' ? customer.incorporation_country : (customer.address?.country ?? null);

const birthDateOf = (customer: Customer): string | null =>
  customer.type === 'business' ? (representativeOf(customer.persons)?.date_of_birth ?? null) : customer.date_of_birth;

const isOutside = (countries: readonly string[], country: string | null): boolean =>
  country !== null && !countries.includes(country);

const isYounger = (birthDate: string | null, age: number, now: Date): boolean =>
  birthDate !== null && ageOn(birthDate, now) < age;
