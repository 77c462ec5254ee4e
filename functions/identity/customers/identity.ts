import { deepEqual } from '../../core/json.ts';
import { tidyName, withoutOuterBlanks } from '../../core/text.ts';
import type { Address } from './address.ts';
import type { Person } from './persons.ts';

/**
 * The known data of a person or business: names in a fixed order, the last of a person the last
 * name.
 */
type Stated = {
  readonly names: readonly (string | null)[];
  /** The same in Latin letters; absent without such a name, as of identities that were stored earlier. */
  readonly latin_names?: readonly (string | null)[];
  readonly date_of_birth: string | null;
  readonly nationality: string | null;
};

/**
 * The identity that a verification vouches for: a person, or a business and the persons by whom it
 * is known, its representative first.
 */
export type Identity = Stated & { readonly persons: readonly (Stated & { readonly id: string })[] };

/** The data that a customer states of its own identity. */
export const statedBy = (
  of: Pick<
    Person,
    'first_name' | 'middle_name' | 'last_name' | 'latin_name' | 'date_of_birth' | 'nationality'
  >,
): Stated => {
  const { first_name, middle_name, last_name, latin_name, date_of_birth, nationality } = of;
  const names = [first_name, middle_name, last_name];
  const latin_names = latin_name && [
    latin_name.first_name,
    latin_name.middle_name,
    latin_name.last_name,
  ];
  return { names, ...(latin_names && { latin_names }), date_of_birth, nationality };
};

/** Whether two identities are the same. A name that was stored before names were tidied is the same as its tidy form. */
export const isSameIdentity = (one: Identity, other: Identity): boolean =>
  deepEqual(tidied(one), tidied(other));

const tidied = (identity: Identity) => ({
  ...withTidyNames(identity),
  persons: identity.persons.map(withTidyNames),
});

const withTidyNames = <One extends Stated>(one: One): One => ({
  ...one,
  names: one.names.map((name) => name && tidyName(name)),
});

/** Whether somebody states the same of the own identity as before. */
export const statesSame = (
  one: Parameters<typeof statedBy>[0],
  other: Parameters<typeof statedBy>[0],
): boolean => deepEqual(withTidyNames(statedBy(one)), withTidyNames(statedBy(other)));

/** Whether the same addresses are stated, in the same order. Postal codes were once stored with the blanks at their ends. */
export const areSameAddresses = (
  some: readonly (Address | null)[],
  others: readonly (Address | null)[] | null,
): boolean => deepEqual(some.map(tidyAddress), others?.map(tidyAddress));

const tidyAddress = (address: Address | null) =>
  address && {
    ...address,
    postal_code: address.postal_code && withoutOuterBlanks(address.postal_code),
  };

/** Every date of birth in an identity. */
export const birthDatesIn = ({ date_of_birth, persons }: Identity) => [
  date_of_birth,
  ...persons.map((one) => one.date_of_birth),
];

/** An identity without any of them. */
export const withoutBirthDates = (identity: Identity): Identity => ({
  ...identity,
  date_of_birth: null,
  persons: identity.persons.map((one) => ({ ...one, date_of_birth: null })),
});
