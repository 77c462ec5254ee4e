import type { CustomerProfile } from './customer.ts';

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
