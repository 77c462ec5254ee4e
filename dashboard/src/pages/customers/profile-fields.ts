import { entityTypes, ownershipExemptions } from '../../../../functions/customers/states.ts';
import type { Customer } from '../../api/client.ts';
import { readDay } from '../../ui/filter-query.ts';

/** One field of a profile, by its place in the object: `address.city`. */
export type ProfileField = {
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind?: 'email' | 'tel';
  /** The values that it can have. */
  readonly options?: readonly string[];
};

/** What is typed, by the path of its field. */
export type ProfileValues = Readonly<Record<string, string>>;

const day = 'YYYY-MM-DD';
const country = 'Two letters, such as GB';

/** The fields of an address. */
export const address: readonly ProfileField[] = [
  { path: 'address.line1', label: 'Street and number' },
  { path: 'address.line2', label: 'Flat, floor or building' },
  { path: 'address.city', label: 'City' },
  { path: 'address.state', label: 'State or county' },
  { path: 'address.postal_code', label: 'Postal code' },
  { path: 'address.country', label: 'Country', hint: country },
];

/** How somebody is reached, and the tax id. */
export const contact: readonly ProfileField[] = [
  { path: 'email', label: 'E-mail address', kind: 'email' },
  { path: 'phone', label: 'Phone number', hint: 'With country code, such as +441632960961', kind: 'tel' },
  { path: 'tax_id', label: 'Tax ID', hint: 'Only the last four characters are shown later' },
];

const shared: readonly ProfileField[] = [...contact, { path: 'external_id', label: 'External ID' }];

/** The names and the birth of a person. */
export const person: readonly ProfileField[] = [
  { path: 'first_name', label: 'First name', hint: 'Empty for a person with one name' },
  { path: 'middle_name', label: 'Middle name' },
  { path: 'last_name', label: 'Last name' },
  { path: 'date_of_birth', label: 'Date of birth', hint: day },
  { path: 'nationality', label: 'Nationality', hint: country },
];

/** The groups of fields of each type of customer. */
export const profileGroups: Readonly<
  Record<Customer['type'], readonly { readonly title: string; readonly fields: readonly ProfileField[] }[]>
> = {
  individual: [
    { title: 'Person', fields: person },
    { title: 'Contact', fields: shared },
    { title: 'Address', fields: address },
  ],
  business: [
    {
      title: 'Business',
      fields: [
        { path: 'legal_name', label: 'Legal name' },
        { path: 'registration_number', label: 'Registration number' },
        { path: 'incorporation_country', label: 'Country of incorporation', hint: country },
        { path: 'entity_type', label: 'Legal form', options: entityTypes },
        { path: 'industry_code', label: 'Industry', hint: 'A merchant category code, four digits' },
        { path: 'website', label: 'Website', hint: 'Such as https://www.example.com' },
        { path: 'ownership_exemption', label: 'Exempt from listing owners', options: ownershipExemptions },
      ],
    },
    { title: 'Contact', fields: shared },
    { title: 'Address', fields: address },
  ],
};

/** The current values of a profile, to start a form with. */
export const valuesOf = (fields: readonly ProfileField[], profile: unknown): ProfileValues =>
  Object.fromEntries(fields.map(({ path }) => [path, textAt(profile, path.split('.'))]));

const textAt = (value: unknown, [name, ...rest]: readonly string[]): string => {
  if (name === undefined) return typeof value === 'string' ? value : '';
  return typeof value === 'object' && value !== null ? textAt((value as Record<string, unknown>)[name], rest) : '';
};

/** What changed from one set of values to another, as the body of a merge patch: emptied fields are null. */
export const changesOf = (before: ProfileValues, after: ProfileValues): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [path, typed] of Object.entries(after)) {
    const value = path === 'date_of_birth' ? (readDay(typed) ?? typed.trim()) : typed.trim();
    if (value !== (before[path] ?? '')) put(body, path.split('.'), value === '' ? null : value);
  }
  return body;
};

const put = (into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void => {
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
