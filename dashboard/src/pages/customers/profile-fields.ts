import {
  entityTypes,
  ownershipExemptions,
} from '../../../../functions/identity/customers/states.ts';
import type { Customer } from '../../api/client.ts';
import { categoryForm, merchantCategories } from '../../texts/categories.ts';
import { countries } from '../../texts/codes.ts';
import { filled, t } from '../../texts/texts.ts';
import { readDay } from '../../ui/filter-query.ts';

/** One field of a profile, by its place in the object: `address.city`. */
export type ProfileField = {
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'email';
  /** The values of the API that it can have. */
  readonly values?: readonly string[];
  /** The codes that it can have, by name. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The form of those that have no name. */
  readonly others?: RegExp;
};

/** Fields below a heading. */
export type ProfileGroup = { readonly title: string; readonly fields: readonly ProfileField[] };

/** The typed values, by the paths of their fields. */
export type ProfileValues = Readonly<Record<string, string>>;

const day = 'YYYY-MM-DD';

/** The fields of an address. */
export const address: readonly ProfileField[] = [
  { path: 'address.line1', label: t.customers.streetAndNumber },
  { path: 'address.line2', label: t.customers.flatFloorOr },
  { path: 'address.city', label: t.customers.city },
  { path: 'address.state', label: t.customers.stateOrCounty },
  { path: 'address.postal_code', label: t.customers.postalCode },
  { path: 'address.country', label: t.all.country, options: countries },
];

/** How somebody is reached, and the tax id. */
export const contact: readonly ProfileField[] = [
  { path: 'email', label: t.all.eMailAddress, type: 'email' },
  { path: 'phone', label: t.customers.phoneNumber, hint: t.customers.withCountryCode },
  { path: 'tax_id', label: t.customers.taxId, hint: t.customers.onlyTheLastFour },
];

const shared: readonly ProfileField[] = [
  ...contact,
  { path: 'external_id', label: t.customers.externalId },
];

const latin = (part: string, name: string, hint?: string): ProfileField => ({
  path: `latin_name.${part}`,
  label: filled(t.customers.latin, { name }),
  ...(hint && { hint }),
});

/** The names and the birth of a person. */
export const person: readonly ProfileField[] = [
  { path: 'first_name', label: t.customers.firstName, hint: t.customers.emptyForAPerson },
  { path: 'middle_name', label: t.customers.middleName },
  { path: 'last_name', label: t.customers.lastName },
  latin('first_name', t.customers.firstName),
  latin('middle_name', t.customers.middleName),
  latin('last_name', t.customers.lastName, t.customers.asInTheLines),
  { path: 'date_of_birth', label: t.all.dateOfBirth, hint: day },
  { path: 'nationality', label: t.all.nationality, options: countries },
];

/** The groups of fields of each type of customer. */
export const profileGroups: Readonly<Record<Customer['type'], readonly ProfileGroup[]>> = {
  individual: [
    { title: t.all.person, fields: person },
    { title: t.all.contact, fields: shared },
    { title: t.all.address, fields: address },
  ],
  business: [
    {
      title: t.customers.business,
      fields: [
        { path: 'legal_name', label: t.customers.legalName },
        latin('legal_name', t.customers.legalName),
        { path: 'registration_number', label: t.customers.registrationNumber },
        { path: 'incorporation_country', label: t.all.countryOf, options: countries },
        { path: 'entity_type', label: t.customers.legalForm, values: entityTypes },
        {
          path: 'industry_code',
          label: t.customers.industry,
          options: merchantCategories,
          others: categoryForm,
        },
        { path: 'website', label: t.customers.website, hint: t.customers.suchAsHttpsWww },
        {
          path: 'ownership_exemption',
          label: t.customers.exemptFromListing,
          values: ownershipExemptions,
        },
      ],
    },
    { title: t.all.contact, fields: shared },
    { title: t.all.address, fields: address },
  ],
};

/** The current values of a profile, to start a form with. */
export const valuesOf = (fields: readonly ProfileField[], profile: unknown): ProfileValues =>
  Object.fromEntries(fields.map(({ path }) => [path, textAt(profile, path.split('.'))]));

const textAt = (value: unknown, [name, ...rest]: readonly string[]): string => {
  if (name === undefined) return typeof value === 'string' ? value : '';
  return typeof value === 'object' && value !== null
    ? textAt((value as Record<string, unknown>)[name], rest)
    : '';
};

/** The changes from one set of values to another, as the body of a merge patch: emptied fields are null. */
export const changesOf = (before: ProfileValues, after: ProfileValues): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [path, typed] of Object.entries(after)) {
    const value = asSent(path, typed.trim());
    if (value !== (before[path] ?? '')) put(body, path.split('.'), value === '' ? null : value);
  }
  // A name has its last part: one that was emptied is removed whole.
  const left = Object.entries(after).some(
    ([path, typed]) => path.startsWith('latin_name.') && typed.trim() !== '',
  );
  return body.latin_name && !left ? { ...body, latin_name: null } : body;
};

/** A day is sent as the API writes it, a phone number without the marks between its digits. */
const asSent = (path: string, typed: string): string => {
  if (path === 'date_of_birth') return readDay(typed) ?? typed;
  return path === 'phone' ? typed.replaceAll(/(?<=[+\d])[ ./-]+(?=\d)/g, '') : typed;
};

const put = (
  into: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void => {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = { ...(into[name] as Record<string, unknown> | undefined) };
  put(inner, rest, value);
  into[name] = inner;
};

/** The JSON pointer of a field. */
export const pointerOf = ({ path }: ProfileField): string => `/${path.replaceAll('.', '/')}`;
