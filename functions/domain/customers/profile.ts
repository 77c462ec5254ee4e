import { ApiError } from '../api-error.ts';
import { mergePatch } from '../merge-patch.ts';
import type { Address, Customer, CustomerProfile, Representative } from './customer.ts';

type Loose<T> = { readonly [member in keyof T]?: T[member] | null | undefined };
type LooseAddress = Loose<Address> | null | undefined;
type LooseRepresentative =
  | (Loose<Omit<Representative, 'address'>> & { readonly address?: LooseAddress })
  | null
  | undefined;

type LooseShared = {
  readonly external_id?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: LooseAddress;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
};

/** A profile as a caller states it: what is left out or null is unset. */
export type ProfileInput = LooseShared &
  (
    | ({ readonly type: 'individual'; readonly first_name: string; readonly last_name: string } & Loose<{
        middle_name: string;
        date_of_birth: string;
        nationality: string;
      }>)
    | ({
        readonly type: 'business';
        readonly legal_name: string;
        readonly incorporation_country: string;
        readonly representative?: LooseRepresentative;
      } & Loose<{ registration_number: string }>)
  );

/** A tax id after sealing: what is shown, and what is stored. */
export type SealedTaxId = Pick<CustomerProfile, 'tax_id_last4' | 'tax_id_sealed' | 'tax_id_fingerprint'>;

/** The customer has none. */
export const noTaxId: SealedTaxId = { tax_id_last4: null, tax_id_sealed: null, tax_id_fingerprint: null };

/** The last four letters or digits of a tax id. */
export const last4Of = (taxId: string): string => [...taxId.replaceAll(/[^\p{L}\p{N}]/gu, '')].slice(-4).join('');

/** The profile with every field there, unset ones null. */
export const profileOf = (input: ProfileInput, taxId: SealedTaxId): CustomerProfile => {
  const shared = {
    external_id: input.external_id ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    address: addressOf(input.address),
    metadata: { ...input.metadata },
    tax_id_last4: taxId.tax_id_last4,
    tax_id_sealed: taxId.tax_id_sealed,
    tax_id_fingerprint: taxId.tax_id_fingerprint,
  };
  if (input.type === 'business')
    return {
      ...shared,
      type: 'business',
      legal_name: input.legal_name,
      registration_number: input.registration_number ?? null,
      incorporation_country: input.incorporation_country,
      representative: representativeOf(input.representative),
    };
  return {
    ...shared,
    type: 'individual',
    first_name: input.first_name,
    middle_name: input.middle_name ?? null,
    last_name: input.last_name,
    date_of_birth: input.date_of_birth ?? null,
    nationality: input.nationality ?? null,
  };
};

/** The customer's profile after a merge patch; a field that its type does not have is refused. */
export const patchedProfile = (customer: Customer, patch: object, taxId: SealedTaxId = customer): CustomerProfile => {
  const foreign = Object.keys(patch).filter((name) => name !== 'tax_id' && !Object.hasOwn(customer, name));
  if (foreign.length > 0) throw foreignFields(foreign, customer.type);
  const merged = mergePatch(customer, patch) as ProfileInput;
  return profileOf(merged, taxId);
};

const addressOf = (input: LooseAddress): Address | null => {
  const { line1 = null, line2 = null, city = null, state = null, postal_code = null, country = null } = input ?? {};
  const address = { line1, line2, city, state, postal_code, country };
  return isUnset(address) ? null : address;
};

const representativeOf = (input: LooseRepresentative): Representative | null => {
  const { first_name = null, last_name = null, date_of_birth = null, nationality = null } = input ?? {};
  const person = { first_name, last_name, date_of_birth, nationality, address: addressOf(input?.address) };
  return isUnset(person) ? null : person;
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
