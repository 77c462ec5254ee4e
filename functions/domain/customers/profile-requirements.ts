import type { Requirement, ResolvingCall } from '../requirement.ts';
import type { Address, Customer } from './customer.ts';

/** The members without which an address names no place. */
const addressMembers = ['line1', 'city', 'postal_code', 'country'] as const satisfies readonly (keyof Address)[];

const described: Readonly<Record<string, string>> = {
  date_of_birth: 'The date of birth.',
  nationality: 'The nationality.',
  address: 'The postal address.',
  phone: 'The phone number.',
  'representative.first_name': 'The first name of who acts for the business.',
  'representative.last_name': 'The last name of who acts for the business.',
  'representative.date_of_birth': 'The date of birth of who acts for the business.',
  'representative.nationality': 'The nationality of who acts for the business.',
  'representative.address': 'The postal address of who acts for the business.',
};

/** What a profile lacks before an identity can be verified; names were given when the customer was made. */
export const identityProfile = (customer: Customer): Requirement[] => {
  if (customer.type === 'individual')
    return [
      ...fields(customer, customer, ['date_of_birth', 'nationality'], ''),
      ...addressOf(customer, customer.address, ''),
    ];
  const person = customer.representative;
  return [
    ...addressOf(customer, customer.address, ''),
    ...fields(customer, person ?? {}, ['first_name', 'last_name', 'date_of_birth', 'nationality'], 'representative'),
    ...addressOf(customer, person?.address ?? null, 'representative'),
  ];
};

/** The requirement of a phone number or an address, where a feature needs one. */
export const contactProfile = (customer: Customer, field: 'phone' | 'address'): Requirement[] =>
  field === 'address' ? addressOf(customer, customer.address, '') : fields(customer, customer, ['phone'], '');

/** A part of a profile that a decision may find other than on the documents. */
export type ProfilePart = 'name' | 'date_of_birth' | 'address';

/** The requirement that a part of a profile is corrected, of a business first that of who acts for it. */
export const correctedProfile = (customer: Customer, part: ProfilePart, description: string): Requirement => {
  const body = unknown(part);
  if (customer.type === 'individual')
    return { code: `profile.${part}`, description, resolve_with: patching(customer, body), alternatives: [] };
  const ofBusiness = part === 'name' ? { legal_name: null } : part === 'address' ? body : undefined;
  return {
    code: `profile.representative.${part}`,
    description,
    resolve_with: patching(customer, { representative: body }),
    alternatives: ofBusiness ? [patching(customer, ofBusiness)] : [],
  };
};

const unknown = (part: ProfilePart): Readonly<Record<string, unknown>> => {
  if (part === 'name') return { first_name: null, last_name: null };
  return part === 'date_of_birth' ? { date_of_birth: null } : { address: placeOf(addressMembers) };
};

const placeOf = (members: readonly string[]) => Object.fromEntries(members.map((member) => [member, null]));

const patching = ({ id }: Customer, body: ResolvingCall['body']): ResolvingCall => ({
  method: 'PATCH',
  path: `customers/${id}`,
  body,
});

const fields = (customer: Customer, holder: object, names: readonly string[], within: string): Requirement[] =>
  names
    .filter((name) => ((holder as Record<string, unknown>)[name] ?? null) === null)
    .map((name) => missing(customer, within, name, null));

const addressOf = (customer: Customer, address: Address | null, within: string): Requirement[] => {
  const lacking = addressMembers.filter((member) => (address?.[member] ?? null) === null);
  if (lacking.length === 0) return [];
  return [missing(customer, within, 'address', placeOf(lacking))];
};

const missing = (customer: Customer, within: string, name: string, value: unknown): Requirement => {
  const path = within ? `${within}.${name}` : name;
  return {
    code: `profile.${path}`,
    description: described[path] ?? path,
    resolve_with: patching(customer, within ? { [within]: { [name]: value } } : { [name]: value }),
    alternatives: [],
  };
};
