import type { PersonFields, VerificationSummary } from './schema.ts';

export type { VerificationSummary };

/** Attributes of a tax id that no response shows. */
export type TaxIdCiphertext = {
  /** The encrypted tax id (base64); no function of an API route can decrypt it. */
  tax_id_encrypted: string | null;
  /** Identifies an equal tax id, which two encrypted values cannot (base64). */
  tax_id_fingerprint: string | null;
};

/** People younger than this cannot be customers, nor represent one. */
export const ageOfMajority = 18;

/** Full years between a birth date (`YYYY-MM-DD`) and a moment, by the UTC calendar; negative for a date to come. */
export const ageOn = (birthDate: string, now: Date): number => {
  const [year = 0, month = 0, day = 0] = birthDate.split('-').map(Number);
  const beforeBirthday =
    now.getUTCMonth() + 1 < month || (now.getUTCMonth() + 1 === month && now.getUTCDate() < day);
  return now.getUTCFullYear() - year - (beforeBirthday ? 1 : 0);
};

/** How much a verification proves; each level includes those before it. */
export const verificationLevels = ['standard', 'enhanced'] as const;
export type VerificationLevel = (typeof verificationLevels)[number];

/** Nothing is proven yet, or no longer. */
export const unverified: VerificationSummary = {
  status: 'unverified',
  level: null,
  verified_at: null,
};

/** Whether a customer's identity is proven at least so far: each level includes those before it. */
export const provesLevel = (
  { status, level }: VerificationSummary,
  wanted: VerificationLevel,
): boolean =>
  status === 'verified' &&
  level !== null &&
  verificationLevels.indexOf(level) >= verificationLevels.indexOf(wanted);

/** The roles of a person in a business. */
export const personRoles = ['representative', 'controller', 'owner', 'director'] as const;
export type PersonRole = (typeof personRoles)[number];

/** The members that a business states of a person. */
export type PersonProfile = PersonFields &
  TaxIdCiphertext & {
    roles: readonly PersonRole[];
    /** An owner's share: 0 to 100, with two decimals at most; null of others. */
    ownership_percent: number | null;
  };

/**
 * A person of a business. It is stored in the item of its customer, so that what concerns several, such as the sum of their
 * shares, is decided over and written with one version. Times are ISO 8601.
 */
export type Person = PersonProfile & {
  id: string;
  verification: VerificationSummary;
  created_at: string;
  updated_at: string;
  version: number;
};

/** The owners' shares in a business: a declaration of its owners is about these. */
export const sharesOf = (persons: readonly Person[]) =>
  persons.flatMap(({ id, roles, ownership_percent }) =>
    roles.includes('owner') ? [{ id, ownership_percent }] : [],
  );

/** From this share on an owner counts: 25 %, as in the rules of most countries against money laundering. */
const significant_percent = 25;

/** The person who acts for a business, where somebody does. */
export const representativeOf = <One extends Pick<Person, 'roles'>>(
  persons: readonly One[],
): One | undefined => persons.find(({ roles }) => roles.includes('representative'));

/**
 * The persons by whom a business is known: the representative first, then who controls it and who owns a quarter of it or
 * more. Others may come and go without changing what is proven.
 */
export const significantPersons = <One extends Pick<Person, 'roles' | 'ownership_percent'>>(
  persons: readonly One[],
): readonly One[] => {
  const counts = ({ roles, ownership_percent }: One) =>
    roles.includes('controller') || (ownership_percent ?? 0) >= significant_percent;
  const representative = representativeOf(persons);
  return [
    ...(representative ? [representative] : []),
    ...persons.filter((one) => one !== representative && counts(one)),
  ];
};

/**
 * The persons who prove their identity with documents of their own: the representative, and for the level `enhanced` all by
 * whom the business is known.
 */
export const provingPersons = (
  persons: readonly Person[],
  level: VerificationLevel,
): readonly Person[] =>
  significantPersons(persons).filter(
    ({ roles }) => level === 'enhanced' || roles.includes('representative'),
  );

/**
 * The proof that is left after a change: a changed identity is unverified, a changed address leaves
 * the identity alone proven.
 */
export const proofAfter = (
  verification: VerificationSummary,
  changed: { readonly identity: boolean; readonly address: boolean },
): VerificationSummary => {
  if (verification.status !== 'verified') return verification;
  if (changed.identity) return unverified;
  return changed.address && verification.level === 'enhanced'
    ? { ...verification, level: 'standard' }
    : verification;
};
