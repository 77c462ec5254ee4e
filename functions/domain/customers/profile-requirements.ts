import type { Requirement } from '../requirement.ts';
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

const fields = (customer: Customer, holder: object, names: readonly string[], within: string): Requirement[] =>
  names
    .filter((name) => ((holder as Record<string, unknown>)[name] ?? null) === null)
    .map((name) => missing(customer, within, name, null));

const addressOf = (customer: Customer, address: Address | null, within: string): Requirement[] => {
  const lacking = addressMembers.filter((member) => (address?.[member] ?? null) === null);
  if (lacking.length === 0) return [];
  return [missing(customer, within, 'address', Object.fromEntries(lacking.map((member) => [member, null])))];
};

const missing = (customer: Customer, within: string, name: string, value: unknown): Requirement => {
  const path = within ? `${within}.${name}` : name;
  return {
    code: `profile.${path}`,
    description: described[path] ?? path,
    resolve_with: {
      method: 'PATCH',
      path: `customers/${customer.id}`,
      body: within ? { [within]: { [name]: value } } : { [name]: value },
    },
    alternatives: [],
  };
};
