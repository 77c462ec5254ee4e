import { ApiError } from '../api-error.ts';
import { same } from '../same.ts';
import type { Created, Moved, Transition } from '../transition.ts';
import { ageOfMajority, ageOn } from './age.ts';
import {
  type CustomerAction,
  type CustomerEventType,
  type CustomerStatus,
  customerActions,
  customerMoves,
} from './life.ts';
import { newRedaction, type Redaction, redactionAfter } from './redaction.ts';

/** A postal address; a customer without one has null instead. */
export type Address = {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
};

/** Who acts for a business. */
export type Representative = {
  first_name: string | null;
  last_name: string | null;
  date_of_birth: string | null;
  nationality: string | null;
  address: Address | null;
};

/** Where a customer's verifications may stand together. */
export const summaryStatuses = ['unverified', 'pending', 'verified', 'rejected'] as const;

/** What the customer's verifications add up to; written in the transaction that changes it. */
export type VerificationSummary = {
  status: (typeof summaryStatuses)[number];
  level: 'standard' | 'enhanced' | null;
  verified_at: string | null;
};

type Profile = {
  external_id: string | null;
  email: string | null;
  phone: string | null;
  address: Address | null;
  metadata: Record<string, string>;
  tax_id_last4: string | null;
  /** The tax id as the sealer closed it (base64); opened by nobody who serves an API route. */
  tax_id_sealed: string | null;
  /** Tells whether another tax id is the same one, which two sealed values cannot (base64). */
  tax_id_fingerprint: string | null;
};

type IndividualProfile = Profile & {
  type: 'individual';
  /** Null, as the last name, once it is redacted. */
  first_name: string | null;
  middle_name: string | null;
  last_name: string | null;
  date_of_birth: string | null;
  nationality: string | null;
};

type BusinessProfile = Profile & {
  type: 'business';
  /** Null, as the country, once it is redacted. */
  legal_name: string | null;
  registration_number: string | null;
  incorporation_country: string | null;
  representative: Representative | null;
};

/** Everything about a customer that its business says: what create sets and a patch may change. */
export type CustomerProfile = IndividualProfile | BusinessProfile;

type Standing = {
  id: string;
  tenant_id: string;
  status: CustomerStatus;
  status_reason: string | null;
  verification: VerificationSummary;
  /** The removal of what is known of it; null where nobody has asked for that. */
  redaction: Redaction | null;
  created_at: string;
  updated_at: string;
  version: number;
};

/** A customer as stored. */
export type Customer = CustomerProfile & Standing;

/** A change of a customer that the world is told of. */
export type CustomerMove = Moved<Customer, CustomerEventType>;

/** What a verification vouches for: of a person, or of a business and who acts for it. */
export type Identity = {
  /** In a fixed order; the last is the last name of the person. */
  readonly names: readonly (string | null)[];
  readonly date_of_birth: string | null;
  readonly nationality: string | null;
};

/** The identity that a profile states. */
export const identityOf = (profile: CustomerProfile): Identity => {
  if (profile.type === 'individual') {
    const { first_name, middle_name, last_name, date_of_birth, nationality } = profile;
    return { names: [first_name, middle_name, last_name], date_of_birth, nationality };
  }
  const { legal_name, incorporation_country, representative: person } = profile;
  return {
    names: [legal_name, incorporation_country, person?.first_name ?? null, person?.last_name ?? null],
    date_of_birth: person?.date_of_birth ?? null,
    nationality: person?.nationality ?? null,
  };
};

/** The addresses that a profile states: of a person, or of a business and of who acts for it. */
export const addressesOf = (profile: CustomerProfile): readonly (Address | null)[] =>
  profile.type === 'individual' ? [profile.address] : [profile.address, profile.representative?.address ?? null];

/** Nothing is proven yet, or no longer. */
export const unverified: VerificationSummary = { status: 'unverified', level: null, verified_at: null };

/** A new customer, active and unverified. Under-age individuals are refused. */
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
    redaction: null,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { after, event: 'customer.created' };
};

/** Carries out an action of the table, or refuses with what is allowed instead. */
export const moveCustomer = (
  customer: Customer,
  action: CustomerAction,
  reason: string | null,
  now: Date,
): CustomerMove => {
  const move = customerMoves[customer.status][action];
  if (!move) throw customerNotAllowed(customer);
  const [status, event] = move;
  return { before: customer, after: { ...touched(customer, now), status, status_reason: reason }, event };
};

/**
 * The customer with a changed profile; undefined where nothing differs.
 * A verified identity whose name, birth date or nationality changes is unverified again.
 */
export const changeCustomer = (customer: Customer, profile: CustomerProfile, now: Date): CustomerMove | undefined => {
  if (customer.status === 'closed') throw customerNotAllowed(customer);
  const changed: Customer = { ...customer, ...profile };
  if (same(changed, customer)) return undefined;
  refuseUnderAge(profile, now);
  const proven = customer.verification.status === 'verified' && !same(identityOf(changed), identityOf(customer));
  const after = { ...touched(changed, now), verification: proven ? unverified : customer.verification };
  return { before: customer, after, event: 'customer.updated' };
};

/** The customer with another summary of its verifications; undefined where nothing differs. */
export const summarise = (
  customer: Customer,
  verification: VerificationSummary,
  now: Date,
): CustomerMove | undefined =>
  same(verification, customer.verification)
    ? undefined
    : { before: customer, after: { ...touched(customer, now), verification }, event: 'customer.updated' };

const touched = (customer: Customer, now: Date): Customer => ({
  ...customer,
  updated_at: now.toISOString(),
  version: customer.version + 1,
});

/** The closed customer to be redacted, its own fields being emptied already; refused where it is not closed, or asked for again. */
export const beginRedaction = (
  customer: Customer,
  emptied: Customer,
  token: string,
  now: Date,
): Transition<Customer, CustomerEventType> => {
  if (!customerActions(customer.status, customer.redaction).includes('redact')) throw customerNotAllowed(customer);
  return { before: customer, after: { ...touched(emptied, now), redaction: newRedaction(token, now) } };
};

/** The customer as its redaction goes on, or as it is over, which the world is told of. */
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
  if (profile.type !== 'individual' || profile.date_of_birth === null) return;
  if (ageOn(profile.date_of_birth, now) >= ageOfMajority) return;
  const detail = `A customer is at least ${ageOfMajority} years old.`;
  throw new ApiError('validation_failed', { errors: [{ pointer: '/date_of_birth', code: 'under_age', detail }] });
};
