import { type Acceptance, type DocumentVersion, isAtLeast } from '../agreements/model.ts';
import type { Feature } from '../catalogues/model.ts';
import { missingOf } from '../customers/address.ts';
import type { Customer } from '../customers/model.ts';
import { provesLevel } from '../customers/persons.ts';
import type { ContactField } from '../customers/requirements.ts';
import { type Activation, countryOf, exclusionsOf, isActivated } from './model.ts';

/**
 * The texts that a customer has accepted of those that features can require, and whether this
 * environment requires them.
 */
export type Agreements = { readonly required: boolean; readonly accepted: readonly Acceptance[] };

/** A customer with what is stored of its features; a feature that was never activated is not there. */
export type CustomerSnapshot = {
  readonly customer: Customer;
  readonly activations: readonly Activation[];
  readonly agreements: Agreements;
  /** The customer's open verification. */
  readonly openVerificationId: string | undefined;
};

type Qualifying = Pick<CustomerSnapshot, 'customer' | 'activations' | 'agreements'>;

/** Whether the customer has this feature, or had it before a suspension. */
export const holdsFeature = (feature: Feature, activations: readonly Activation[]): boolean =>
  activations.some((one) => one.feature === feature.id && isActivated(one));

/** The texts that a feature requires and that the customer has not accepted. */
export const missingAgreements = (
  feature: Feature,
  { required, accepted }: Agreements,
): readonly DocumentVersion[] =>
  (required ? feature.agreements : []).filter(
    ({ document, version }) =>
      !accepted.some((one) => one.document === document && isAtLeast(one.version, version)),
  );

/**
 * The contact fields that a feature requires. Where the customer lives decides on every feature,
 * also after the identity is proven.
 */
export const contactFields = (feature: Feature, customer: Customer): readonly ContactField[] =>
  countryOf(customer) === null ? [...feature.profile, 'address'] : feature.profile;

const hasContact = (customer: Customer, field: ContactField): boolean =>
  field === 'phone' ? customer.phone !== null : missingOf(customer.address).length === 0;

/**
 * Whether a customer may have a feature now: the answer of `eligibilityOf` without its
 * requirements, which take far more to read and to load.
 */
export const isEligible = (
  feature: Feature,
  { customer, activations, agreements }: Qualifying,
  now: Date,
): boolean =>
  exclusionsOf(feature, customer, now, holdsFeature(feature, activations)).length === 0 &&
  provesLevel(customer.verification, feature.level) &&
  missingAgreements(feature, agreements).length === 0 &&
  contactFields(feature, customer).every((field) => hasContact(customer, field));
