import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import type { EventTypeOf } from '../../core/event-types.ts';
import { deepEqual, mergePatch } from '../../core/json.ts';
import type { Transition } from '../../core/transition.ts';
import { areSameAddresses, statesSame } from '../customers/identity.ts';
import { latinPersonName } from '../customers/latin-name.ts';
import { type Customer, changePersons } from '../customers/model.ts';
import { optionalPersonErasures } from '../customers/optional-fields.ts';
import {
  ageOfMajority,
  ageOn,
  type Person,
  type PersonProfile,
  type PersonRole,
  proofAfter,
  unverified,
} from '../customers/persons.ts';
import { type EncryptedTaxId, given, wholeAddress } from '../customers/profile.ts';
import type { CustomerEventType } from '../customers/states.ts';
import type { PersonCreate, PersonPatch, PersonResource } from './schema.ts';

/** So many persons a business has at most: a decision over all of them is one transaction. */
export const persons_max = 20;

/** The events of a person. */
export type PersonEventType = EventTypeOf<'person'>;

/** A person with the ids of the customer that stores it. */
export type OwnedPerson = Person & { tenant_id: string; customer_id: string };

/** The one projection of a person. */
export const toPersonResource = (person: OwnedPerson): PersonResource => {
  const {
    tenant_id: _tenant,
    tax_id_encrypted: _encrypted,
    tax_id_fingerprint: _print,
    roles,
    ...shown
  } = person;
  return { ...shown, object: 'person', roles: [...roles] };
};

/** A change of a person, and that of its customer. */
export type PersonChange = {
  readonly person: Transition<OwnedPerson, PersonEventType>;
  readonly customer: Transition<Customer, CustomerEventType>;
};

/** The profile with every field there, unset ones null. */
export const personProfile = (input: PersonCreate, taxId: EncryptedTaxId): PersonProfile => ({
  roles: [...new Set(input.roles)],
  ownership_percent: input.ownership_percent ?? null,
  ...given(optionalPersonErasures, input),
  first_name: input.first_name,
  middle_name: input.middle_name ?? null,
  last_name: input.last_name,
  latin_name: latinPersonName(input.latin_name),
  date_of_birth: input.date_of_birth ?? null,
  nationality: input.nationality ?? null,
  address: wholeAddress(input.address),
  tax_id_last4: taxId.tax_id_last4,
  tax_id_encrypted: taxId.tax_id_encrypted,
  tax_id_fingerprint: taxId.tax_id_fingerprint,
});

/** The profile after a merge patch. */
export const patchedPerson = (
  person: Person,
  patch: PersonPatch,
  taxId: EncryptedTaxId = person,
): PersonProfile => {
  const merged = mergePatch(person, patch) as PersonCreate;
  return personProfile({ ...merged, first_name: merged.first_name ?? null }, taxId);
};

/** The persons of a customer, with its ids; oldest first. */
export const personsOf = (customer: Customer): OwnedPerson[] =>
  customer.persons.map((one) => ownedBy(customer, one));

/** A person as its customer stores it, with the ids of that customer. */
export const ownedBy = ({ tenant_id, id: customer_id }: Customer, person: Person): OwnedPerson => ({
  ...person,
  tenant_id,
  customer_id,
});

/** Adds a person to a business. */
export const addPerson = (
  customer: Customer,
  profile: PersonProfile,
  id: string,
  now: Date,
): PersonChange => {
  if (customer.type !== 'business') throw new ApiError('business_required');
  const at = now.toISOString();
  const person: Person = {
    ...profile,
    id,
    verification: unverified,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  const changed = changePersons(customer, [...customer.persons, person], now);
  if (customer.persons.length >= persons_max) throw new ApiError('person_limit_reached');
  requireConsistent(profile, customer.persons, ageFaults(profile, now));
  return {
    person: { after: ownedBy(customer, person), event: 'person.created' },
    customer: changed,
  };
};

/** Gives a person another profile; undefined where nothing differs. */
export const changePerson = (
  customer: Customer,
  before: Person,
  profile: PersonProfile,
  now: Date,
): PersonChange | undefined => {
  const changed: Person = { ...before, ...profile };
  if (deepEqual(changed, before)) return undefined;
  const verification = proofAfter(before.verification, {
    identity: !statesSame(changed, before),
    address: !areSameAddresses([changed.address], [before.address]),
  });
  const after = { ...touched(changed, now), verification };
  const persons = customer.persons.map((one) => (one.id === before.id ? after : one));
  const changedCustomer = changePersons(customer, persons, now);
  const others = customer.persons.filter(({ id }) => id !== before.id);
  requireConsistent(profile, others, statesSameAge(profile, before) ? [] : ageFaults(profile, now));
  const [was, is] = [ownedBy(customer, before), ownedBy(customer, after)];
  return { person: { before: was, after: is, event: 'person.updated' }, customer: changedCustomer };
};

/** Removes a person; the event shows it as it was. */
export const removedPerson = (customer: Customer, before: Person, now: Date): PersonChange => {
  const others = customer.persons.filter(({ id }) => id !== before.id);
  const [was, is] = [ownedBy(customer, before), ownedBy(customer, touched(before, now))];
  return {
    person: { before: was, after: is, event: 'person.removed' },
    customer: changePersons(customer, others, now),
  };
};

const touched = (person: Person, now: Date): Person => ({
  ...person,
  updated_at: now.toISOString(),
  version: person.version + 1,
});

/** Requires what holds of a person beside the others of its business; throws all that does not. */
const requireConsistent = (
  person: PersonProfile,
  others: readonly Person[],
  ageFaults: readonly ApiErrorItem[],
): void => {
  const errors = [
    ...representativeFaults(person, others),
    ...ageFaults,
    ...ownerFaults(person, others),
  ];
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};

const representativeFaults = (
  { roles }: PersonProfile,
  others: readonly Person[],
): ApiErrorItem[] => {
  const other =
    roles.includes('representative') && others.find((one) => one.roles.includes('representative'));
  if (!other) return [];
  const detail = `A business has one representative, and ${other.id} is it: take the role from it first.`;
  return [{ pointer: '/roles', code: 'invalid_value', detail }];
};

/** Those who act for a business or direct it are of age. An owner may be a child, and nobody is born in the future. */
const adultRoles: readonly PersonRole[] = ['representative', 'controller', 'director'];

const ageFaults = ({ roles, date_of_birth }: PersonProfile, now: Date): ApiErrorItem[] => {
  if (date_of_birth === null) return [];
  const pointer = '/date_of_birth';
  const age = ageOn(date_of_birth, now);
  const role = adultRoles.find((one) => roles.includes(one));
  const grown = `A ${role} is at least ${ageOfMajority} years old. The day counts in UTC.`;
  if (role !== undefined && age < ageOfMajority)
    return [{ pointer, code: 'under_age', detail: grown }];
  return age < 0
    ? [{ pointer, code: 'too_big', detail: 'Must not be in the future. The day counts in UTC.' }]
    : [];
};

/** A value stored under other rules stays as it is when something else changes. */
const statesSameAge = (one: PersonProfile, other: PersonProfile): boolean =>
  one.date_of_birth === other.date_of_birth && deepEqual(one.roles, other.roles);

const ownerFaults = (
  { roles, ownership_percent }: PersonProfile,
  others: readonly Person[],
): ApiErrorItem[] => {
  const pointer = '/ownership_percent';
  if (!roles.includes('owner')) {
    const detail = 'Only an owner has a share: omit it, or add the role owner.';
    return ownership_percent === null ? [] : [{ pointer, code: 'invalid_value', detail }];
  }
  if (ownership_percent === null)
    return [{ pointer, code: 'required', detail: 'Say how much of the business the owner has.' }];
  const left = 10_000 - others.reduce((sum, one) => sum + hundredths(one.ownership_percent), 0);
  const detail = `The others have ${(10_000 - left) / 100} % together: at most ${left / 100} is left.`;
  return hundredths(ownership_percent) <= left ? [] : [{ pointer, code: 'too_big', detail }];
};

/** Hundredths of a percent are whole, and so add up exactly. */
const hundredths = (percent: number | null): number => Math.round((percent ?? 0) * 100);
