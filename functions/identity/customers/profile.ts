import { ApiError } from '../../core/api-error.ts';
import { mergePatch } from '../../core/json.ts';
import type { Address } from './address.ts';
import { type LatinNameInput, latinBusinessName, latinPersonName } from './latin-name.ts';
import type { Customer, CustomerProfile } from './model.ts';
import { optionalErasures } from './optional-fields.ts';
import type { OptionalFields } from './schema.ts';

type Loose<T> = { readonly [member in keyof T]?: T[member] | null | undefined };
type LooseAddress = Loose<Address> | null | undefined;

type Individual = Extract<CustomerProfile, { type: 'individual' }>;
type Business = Extract<CustomerProfile, { type: 'business' }>;

type LooseShared = Loose<Pick<CustomerProfile, keyof OptionalFields['any'] | 'metadata'>> & {
  readonly address?: LooseAddress;
  readonly latin_name?: LatinNameInput;
};

/** A profile as a caller states it: what is left out or null is unset. */
export type ProfileInput = LooseShared &
  (
    | ({ readonly type: 'individual'; readonly last_name: string } & Loose<
        Pick<Individual, keyof OptionalFields['individual'] | 'first_name'>
      >)
    | ({
        readonly type: 'business';
        readonly legal_name: string;
        readonly incorporation_country: string;
      } & Loose<Pick<Business, keyof OptionalFields['business'] | 'owners_declared_at'>>)
  );

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
    ...given(optionalErasures.any, input),
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
      incorporation_country: input.incorporation_country,
      ...given(optionalErasures.business, input),
      owners_declared_at: input.owners_declared_at ?? null,
    };
  return {
    ...shared,
    type: 'individual',
    first_name: input.first_name ?? null,
    last_name: input.last_name,
    latin_name: latinPersonName(input.latin_name),
    ...given(optionalErasures.individual, input),
  };
};

/** The fields of these names, null where they are left out. */
export const given = <Name extends string, Input extends { readonly [name in Name]?: unknown }>(
  named: Readonly<Record<Name, unknown>>,
  input: Input,
) =>
  Object.fromEntries((Object.keys(named) as Name[]).map((name) => [name, input[name] ?? null])) as {
    [name in Name]: Exclude<Input[name], undefined> | null;
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
