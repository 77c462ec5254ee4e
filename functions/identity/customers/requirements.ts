import type { Requirement, Requirements, ResolvingCall } from '../../core/requirement-schema.ts';
import { type Address, missingOf, neededOf } from './address.ts';
import { lacksLatinName, type ReadLatinName, requiresLatinNames } from './latin-name.ts';
import type { Customer } from './model.ts';
import { type Person, type PersonRole, representativeOf, significantPersons } from './persons.ts';

/** Nothing is missing. */
export const nothingRequired: Requirements = { currently_due: [], pending_verification: [] };

/** The owner of a profile that lacks something: how its codes begin, and the path of its PATCH. */
type Owner = { readonly code: string; readonly path: string; readonly whose: string };

const ofCustomer = ({ id }: Pick<Customer, 'id'>): Owner => ({
  code: 'profile',
  path: `customers/${id}`,
  whose: '',
});

const ofPerson = ({ id }: Person): Owner => ({
  code: `persons.${id}`,
  path: `persons/${id}`,
  whose: ' of the person',
});

const descriptions: Readonly<Record<string, string>> = {
  latin_name: 'The name in Latin letters, as in the machine-readable lines of the passport',
  date_of_birth: 'The date of birth',
  nationality: 'The nationality',
  address: 'The postal address',
  phone: 'The phone number',
};

/**
 * The Latin names that are required, and the names that documents were read with, by the id of the
 * customer or person.
 */
export type LatinNames = {
  readonly required: boolean;
  /** Their documents are read first. */
  readonly unread?: ReadonlySet<string>;
  readonly read?: ReadonlyMap<string, ReadLatinName>;
};

/**
 * The members that a profile lacks before an identity can be verified; names were given when the
 * customer was made. Where names are compared with lists by their letters, a name that cannot be
 * compared needs another one in Latin letters.
 */
export const identityProfile = (
  customer: Customer,
  latin: LatinNames = { required: requiresLatinNames() },
): Requirement[] => {
  if (customer.type === 'individual') return personFields(customer, ofCustomer(customer), latin);
  const { legal_name, latin_name } = customer;
  return [
    ...(latin.required && lacksLatinName([legal_name], latin_name)
      ? [missing(ofCustomer(customer), 'latin_name', { legal_name: null })]
      : []),
    ...addressRequirements(customer.address, ofCustomer(customer)),
    ...(['representative', 'controller'] as const).flatMap((role) =>
      roleRequirement(customer, role),
    ),
    ...significantPersons(customer.persons).flatMap((one) =>
      personFields(one, ofPerson(one), latin),
    ),
    ...ownersRequirement(customer),
  ];
};

type PersonFields = Pick<
  Person,
  | 'id'
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'latin_name'
  | 'date_of_birth'
  | 'nationality'
  | 'address'
>;

const personFields = (of: PersonFields, owner: Owner, latin: LatinNames): Requirement[] => [
  ...latinNameRequirement(of, owner, latin),
  ...(of.date_of_birth === null ? [missing(owner, 'date_of_birth', null)] : []),
  ...(of.nationality === null ? [missing(owner, 'nationality', null)] : []),
  ...addressRequirements(of.address, owner),
];

/** The call proposes the name that a document was read with: the caller checks that name and sends it. */
const latinNameRequirement = (
  of: PersonFields,
  owner: Owner,
  { required, unread, read }: LatinNames,
): Requirement[] => {
  const isLacking = lacksLatinName([of.first_name, of.middle_name, of.last_name], of.latin_name);
  if (!required || !isLacking || unread?.has(of.id)) return [];
  const proposed = read?.get(of.id);
  if (!proposed) return [missing(owner, 'latin_name', { first_name: null, last_name: null })];
  const { first_name, last_name, may_be_cut_off } = proposed;
  const requirement = missing(owner, 'latin_name', { first_name, last_name });
  const hint = `Check the name that was read from them${may_be_cut_off ? ': it may be cut off' : ''}.`;
  return [{ ...requirement, description: `${requirement.description} ${hint}` }];
};

/** That somebody has a role: a new person, or one that there is. */
const roleRequirement = ({ id, persons }: Customer, role: PersonRole): Requirement[] => {
  if (persons.some(({ roles }) => roles.includes(role))) return [];
  const named = representativeOf(persons) ?? persons[0];
  return [
    {
      code: `persons.${role}`,
      description: `A ${role} of the business.`,
      resolve_with: adding(id, { roles: [role], ...wholePerson }),
      alternatives: named ? [patching(ofPerson(named), { roles: [...named.roles, role] })] : [],
    },
  ];
};

/** That the business declares its owners, or why it need not. */
const ownersRequirement = (customer: Extract<Customer, { type: 'business' }>): Requirement[] => {
  const { id, owners_declared_at, ownership_exemption } = customer;
  if (owners_declared_at !== null || ownership_exemption !== null) return [];
  const owner = { roles: ['owner'], ownership_percent: null, ...wholePerson };
  return [
    {
      code: 'persons.owners_declared',
      description: 'The business declares that its persons include every owner of 25 % and more.',
      resolve_with: patching(ofCustomer(customer), { owners_declared: true }),
      alternatives: [
        adding(id, owner),
        patching(ofCustomer(customer), { ownership_exemption: null }),
      ],
    },
  ];
};

/** A part of a profile by which a customer is reached. */
export type ContactField = 'phone' | 'address';

/** The requirement of a phone number or an address, where a feature needs one. */
export const contactProfile = (customer: Customer, field: ContactField): Requirement[] => {
  if (field === 'address') return addressRequirements(customer.address, ofCustomer(customer));
  return customer.phone === null ? [missing(ofCustomer(customer), 'phone', null)] : [];
};

/** A part of a profile that a decision may find other than on the documents. */
export type ProfilePart = 'name' | 'date_of_birth' | 'address';

/**
 * The requirement to correct a part of a profile; of a business first that of its representative, then its own. Undefined of
 * a business that states no such part.
 */
export const correctedProfile = (
  customer: Customer,
  part: ProfilePart,
  description: string,
): Requirement | undefined => {
  const own = ofCustomer(customer);
  if (customer.type === 'individual') {
    const resolve_with = patching(own, unknown(part, customer.address));
    return { code: `profile.${part}`, description, resolve_with, alternatives: [] };
  }
  const corrections = significantPersons(customer.persons).map((one) => ({
    owner: ofPerson(one),
    call: patching(ofPerson(one), unknown(part, one.address)),
  }));
  const ofBusiness = part === 'name' ? { legal_name: null } : unknown(part, customer.address);
  if (part !== 'date_of_birth')
    corrections.splice(1, 0, { owner: own, call: patching(own, ofBusiness) });
  const [first, ...others] = corrections;
  const alternatives = others.map(({ call }) => call);
  return (
    first && {
      code: `${first.owner.code}.${part}`,
      description,
      resolve_with: first.call,
      alternatives,
    }
  );
};

const unknown = (part: ProfilePart, address: Address | null): Readonly<Record<string, unknown>> => {
  if (part === 'name') return { first_name: null, last_name: null };
  return part === 'date_of_birth'
    ? { date_of_birth: null }
    : { address: placeOf(neededOf(address?.country ?? null)) };
};

const placeOf = (members: readonly string[]) =>
  Object.fromEntries(members.map((member) => [member, null]));

/** All that is needed of a person, so that one call brings it. */
const wholePerson = {
  first_name: null,
  last_name: null,
  date_of_birth: null,
  nationality: null,
  address: placeOf(neededOf(null)),
};

const patching = ({ path }: Owner, body: ResolvingCall['body']): ResolvingCall => ({
  method: 'PATCH',
  path,
  body,
});

const adding = (customerId: string, body: ResolvingCall['body']): ResolvingCall => ({
  method: 'POST',
  path: `customers/${customerId}/persons`,
  body,
});

const addressRequirements = (address: Address | null, owner: Owner): Requirement[] => {
  const members = missingOf(address);
  return members.length === 0 ? [] : [missing(owner, 'address', placeOf(members))];
};

const missing = (owner: Owner, name: string, value: unknown): Requirement => ({
  code: `${owner.code}.${name}`,
  description: `${descriptions[name]}${owner.whose}.`,
  resolve_with: patching(owner, { [name]: value }),
  alternatives: [],
});
