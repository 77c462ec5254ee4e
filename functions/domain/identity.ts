import type { Customer, CustomerProfile } from './customer.ts';
import { same } from './same.ts';
import type { VerificationErrorCode } from './verification-errors.ts';

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

/** What a customer's identity no longer has in common with the one that was submitted; undefined when it is the same. */
export const mismatchOf = (submitted: Identity, customer: Customer): VerificationErrorCode | undefined => {
  const current = identityOf(customer);
  if (same(current, submitted)) return undefined;
  const onlyBirthDate = same({ ...current, date_of_birth: null }, { ...submitted, date_of_birth: null });
  return onlyBirthDate ? 'date_of_birth_mismatch' : 'name_mismatch';
};
