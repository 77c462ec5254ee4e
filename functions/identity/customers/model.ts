import { ApiError } from '../../core/api-error.ts';
import { byName, deepEqual } from '../../core/json.ts';
import type { Created, Transition, Updated } from '../../core/transition.ts';
import type { Address } from './address.ts';
import { areSameAddresses, type Identity, isSameIdentity, statedBy } from './identity.ts';
import {
  ageOfMajority,
  ageOn,
  type Person,
  proofAfter,
  sharesOf,
  significantPersons,
  type TaxIdCiphertext,
  unverified,
  type VerificationSummary,
} from './persons.ts';
import type { BusinessCustomer, CustomerResource, IndividualCustomer } from './schema.ts';
import {
  type CustomerAction,
  type CustomerEventType,
  type CustomerStatus,
  customerActions,
  customerTransitions,
  newRedaction,
  type Redaction,
  redactionAfter,
} from './states.ts';

type CustomerState = {
  id: string;
  tenant_id: string;
  status: CustomerStatus;
  status_reason: string | null;
  verification: VerificationSummary;
  /** Those who act for a business or own it, oldest first; none of an individual. Each change of them is one of its version. */
  persons: readonly Person[];
  /** Its redaction; null where none was requested. */
  redaction: Redaction | null;
  created_at: string;
  updated_at: string;
  version: number;
};

type ProfileOf<Shown> = Omit<Shown, keyof CustomerState | 'object' | 'allowed_actions'> &
  TaxIdCiphertext;

/** Everything about a customer that its business says: what create sets and a patch may change. */
export type CustomerProfile = ProfileOf<IndividualCustomer> | ProfileOf<BusinessCustomer>;

/** A customer as stored. */
export type Customer = CustomerProfile & CustomerState;

/** A change of a customer, with its event. */
export type CustomerTransition = Updated<Customer, CustomerEventType>;

/** The one projection from the stored customer to what the world sees. */
export const toCustomerResource = (customer: Customer): CustomerResource => {
  const {
    tenant_id: _tenant,
    tax_id_encrypted: _encrypted,
    tax_id_fingerprint: _print,
    persons: _persons,
    redaction,
    ...shown
  } = customer;
  return {
    ...shown,
    metadata: byName(customer.metadata),
    object: 'customer',
    allowed_actions: customerActions(customer.status, redaction),
    redaction: redaction && toRedaction(redaction),
  };
};

const toRedaction = ({ status, since, erased }: Redaction) => ({ status, since, erased });

/** The identity that a customer states. */
export const identityOf = (customer: Customer): Identity => {
  if (customer.type === 'individual') return { ...statedBy(customer), persons: [] };
  const { legal_name, latin_name, registration_number, incorporation_country, persons } = customer;
  return {
    names: [legal_name, registration_number, incorporation_country],
    ...(latin_name && { latin_names: [latin_name.legal_name] }),
    date_of_birth: null,
    nationality: null,
    persons: significantPersons(persons).map((one) => ({ id: one.id, ...statedBy(one) })),
  };
};

/** The addresses that a customer states: of a person, or of a business and of the persons by whom it is known. */
export const addressesOf = ({ type, address, persons }: Customer): readonly (Address | null)[] =>
  type === 'individual'
    ? [address]
    : [address, ...significantPersons(persons).map((one) => one.address)];

/** A new customer, active and unverified. People under age are rejected. */
export const newCustomer = (
  profile: CustomerProfile,
  id: string,
  tenantId: string,
  now: Date,
): Created<Customer, CustomerEventType> => {
  refuseUnderAge(profile, now);
  const at = now.toISOString();
  const after: Customer = {
    ...profile,
    id,
    tenant_id: tenantId,
    status: 'active',
    status_reason: null,
    verification: unverified,
    persons: [],
    redaction: null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { after, event: 'customer.created' };
};

/** Carries out an action of the table, or refuses with what is allowed instead. */
export const transitionCustomer = (
  customer: Customer,
  action: CustomerAction,
  reason: string | null,
  now: Date,
): CustomerTransition => {
  const move = customerTransitions[customer.status][action];
  if (!move) throw customerNotAllowed(customer);
  const [status, event] = move;
  return {
    before: customer,
    after: { ...touched(customer, now), status, status_reason: reason },
    event,
  };
};

/**
 * The customer with a changed profile; undefined where nothing differs. The customer with a changed
 * profile; undefined where nothing differs. A changed name, in its own letters or in Latin ones,
 * birth date or nationality makes a verified identity unverified again. A verified address that
 * changes leaves the identity alone verified.
 */
export const changeCustomer = (
  customer: Customer,
  profile: CustomerProfile,
  now: Date,
): CustomerTransition | undefined => {
  if (customer.status === 'closed') throw customerNotAllowed(customer);
  const changed: Customer = { ...customer, ...profile };
  if (deepEqual(changed, customer)) return undefined;
  refuseUnderAge(profile, now);
  const after = { ...touched(changed, now), verification: stillProven(customer, changed) };
  return { before: customer, after, event: 'customer.updated' };
};

/**
 * The customer with other persons. Its declaration of its owners holds until an owner changes. The
 * event is there where GET shows more of it than another version.
 */
export const changePersons = (
  customer: Customer,
  persons: readonly Person[],
  now: Date,
): Transition<Customer, CustomerEventType> => {
  if (customer.status === 'closed') throw customerNotAllowed(customer);
  const undeclared = {
    ...customer,
    ...(customer.type === 'business' && { owners_declared_at: null }),
  };
  const kept = deepEqual(sharesOf(persons), sharesOf(customer.persons)) ? customer : undeclared;
  const verification = stillProven(customer, { ...customer, persons });
  const after = { ...touched(kept, now), verification, persons };
  const isShown = kept !== customer || verification !== customer.verification;
  return { before: customer, after, ...(isShown && { event: 'customer.updated' as const }) };
};

/**
 * The part of a verification that the changed customer still has in common with the one that was
 * verified.
 */
const stillProven = (before: Customer, after: Customer): VerificationSummary =>
  proofAfter(before.verification, {
    identity: !isSameIdentity(identityOf(after), identityOf(before)),
    address: !areSameAddresses(addressesOf(after), addressesOf(before)),
  });

/** The customer with another summary of its verifications, and its persons as they then are; undefined where nothing differs. */
export const summarise = (
  customer: Customer,
  verification: VerificationSummary,
  persons: readonly Person[],
  now: Date,
): CustomerTransition | undefined =>
  deepEqual(verification, customer.verification) && deepEqual(persons, customer.persons)
    ? undefined
    : {
        before: customer,
        after: { ...touched(customer, now), verification, persons },
        event: 'customer.updated',
      };

const touched = (customer: Customer, now: Date): Customer => ({
  ...customer,
  updated_at: now.toISOString(),
  version: customer.version + 1,
});

/** The closed customer to be redacted, its own fields being emptied already; refused where it is not closed, or asked for again. */
export const beginRedaction = (
  customer: Customer,
  emptied: Customer,
  job: Parameters<typeof newRedaction>[0],
  now: Date,
): Transition<Customer, CustomerEventType> => {
  if (!customerActions(customer.status, customer.redaction).includes('redact'))
    throw customerNotAllowed(customer);
  return {
    before: customer,
    after: { ...touched(emptied, now), redaction: newRedaction(job, now) },
  };
};

/** The customer with the progress of its redaction, or with its end and the event. */
export const continueRedaction = (
  customer: Customer,
  read: Redaction,
  next: Redaction | undefined,
  now: Date,
): Transition<Customer, CustomerEventType> => ({
  before: customer,
  after: { ...touched(customer, now), redaction: redactionAfter(read, next, now) },
  ...(!next && { event: 'customer.redacted' as const }),
});

/** The refusal of what a customer does not allow where it stands. */
export const customerNotAllowed = (customer: Customer) =>
  new ApiError('action_not_allowed', {
    current_status: customer.status,
    allowed_actions: customerActions(customer.status, customer.redaction),
  });

const refuseUnderAge = (profile: CustomerProfile, now: Date) => {
  if (profile.type === 'business' || profile.date_of_birth === null) return;
  if (ageOn(profile.date_of_birth, now) >= ageOfMajority) return;
  const detail = `A customer is at least ${ageOfMajority} years old. The day counts in UTC.`;
  throw new ApiError('validation_failed', {
    errors: [{ pointer: '/date_of_birth', code: 'under_age', detail }],
  });
};
