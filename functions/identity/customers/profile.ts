import { ApiError } from '../../core/api-error.ts';
import { mergePatch } from '../../core/json.ts';
import type { Address } from './address.ts';
import { type LatinNameInput, latinBusinessName, latinPersonName } from './latin-name.ts';
import type { Customer, CustomerProfile } from './model.ts';

type Loose<T> = { readonly [member in keyof T]?: T[member] | null | undefined };
type LooseAddress = Loose<Address> | null | undefined;

type LooseShared = {
  readonly external_id?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: LooseAddress;
  readonly latin_name?: LatinNameInput;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
};

/** A profile as a caller states it: what is left out or null is unset. */
export type ProfileInput = LooseShared &
  (
    | ({ readonly type: 'individual'; readonly last_name: string } & Loose<{
        first_name: string;
        middle_name: string;
        date_of_birth: string;
        nationality: string;
      }>)
    | ({
        readonly type: 'business';
        readonly legal_name: string;
        readonly incorporation_country: string;
      } & Loose<BusinessOptional>)
  );

type BusinessOptional = Pick<
  Extract<CustomerProfile, { type: 'business' }>,
  | 'registration_number'
  | 'entity_type'
  | 'industry_code'
  | 'website'
  | 'ownership_exemption'
  | 'owners_declared_at'
>;

/** A tax id after sealing: what is shown, and what is stored. */
export type EncryptedTaxId = Pick<
  CustomerProfile,
  'tax_id_last4' | 'tax_id_encrypted' | 'tax_id_fingerprint'
>;

/** The customer has none. */
export const noTaxId: EncryptedTaxId = {
  tax_id_last4: null,
  tax_id_encrypted: null,
  tax_id_fingerprint: null,
};

/** The last four letters or digits of a tax id, or fewer, so that at least two stay hidden. */
export const last4Of = (taxId: string): string => {
  const all = [...taxId.replaceAll(/[^\p{L}\p{N}]/gu, '')];
  return all.slice(-Math.min(4, all.length - 2)).join('');
};

/** The profile with every field there, unset ones null. */
export const profileOf = (input: ProfileInput, taxId: EncryptedTaxId): CustomerProfile => {
  const shared = {
    external_id: input.external_id ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    address: wholeAddress(input.address),
    metadata: { ...input.metadata },
    tax_id_last4: taxId.tax_id_last4,
    tax_id_encrypted: taxId.tax_id_encrypted,
    tax_id_fingerprint: taxId.tax_id_fingerprint,
  };
  if (input.type === 'business')
    return {
      ...shared,
      type: 'business',
      legal_name: input.legal_name,
      latin_name: latinBusinessName(input.latin_name),
      registration_number: input.registration_number ?? null,
      incorporation_country: input.incorporation_country,
      entity_type: input.entity_type ?? null,
      industry_code: input.industry_code ?? null,
      website: input.website ?? null,
      ownership_exemption: input.ownership_exemption ?? null,
      owners_declared_at: input.owners_declared_at ?? null,
    };
  return {
    ...shared,
    type: 'individual',
    first_name: input.first_name ?? null,
    middle_name: input.middle_name ?? null,
    last_name: input.last_name,
    latin_name: latinPersonName(input.latin_name),
    date_of_birth: input.date_of_birth ?? null,
    nationality: input.nationality ?? null,
  };
};

/** The customer's profile after a merge patch; a field that its type does not have is refused. */
export const patchedProfile = (
  customer: Customer,
  { owners_declared, ...patch }: { readonly owners_declared?: boolean | null | undefined },
  now: Date,
  taxId: EncryptedTaxId = customer,
): CustomerProfile => {
  const asked = Object.keys({
    ...patch,
    ...(owners_declared !== undefined && { owners_declared }),
  });
  const writeOnly = ['tax_id', ...(customer.type === 'business' ? ['owners_declared'] : [])];
  const foreign = asked.filter(
    (name) => !writeOnly.includes(name) && !Object.hasOwn(customer, name),
  );
  if (foreign.length > 0) throw foreignFields(foreign, customer.type);
  const profile = profileOf(mergePatch(customer, patch) as ProfileInput, taxId);
  if (profile.type === 'individual' || owners_declared === undefined) return profile;
  const owners_declared_at = owners_declared
    ? (profile.owners_declared_at ?? now.toISOString())
    : null;
  return { ...profile, owners_declared_at };
};

/** The address with every field there, unset ones null; null where all are. */
export const wholeAddress = (input: LooseAddress): Address | null => {
  const {
    line1 = null,
    line2 = null,
    city = null,
    state = null,
    postal_code = null,
    country = null,
  } = input ?? {};
  const address = { line1, line2, city, state, postal_code, country };
  return isUnset(address) ? null : address;
};

const isUnset = (fields: object) => Object.values(fields).every((value) => value === null);

const foreignFields = (names: readonly string[], type: string) =>
  new ApiError('validation_failed', {
    errors: names.map((name) => ({
      pointer: `/${name}`,
      code: 'unknown_field',
      detail: `A customer of type ${type} has no such field.`,
    })),
  });
