import { neededOf } from '../../functions/identity/customers/address.ts';
import type { Person, PersonPatch, Profile, ProfilePatch, Requirement } from './api.ts';
import type { Texts } from './texts/language.ts';

type Address = NonNullable<Profile['address']>;

/** A field of the form: where it stands in the profile, and how browsers know it. */
export type Field = {
  readonly name: keyof Texts['fields'];
  readonly pointer: `/${string}`;
  readonly kind?: 'date' | 'country';
  readonly autoComplete?: string;
};

const person: readonly Field[] = [
  { name: 'legal_name', pointer: '/legal_name', autoComplete: 'organization' },
  { name: 'first_name', pointer: '/first_name', autoComplete: 'given-name' },
  { name: 'middle_name', pointer: '/middle_name', autoComplete: 'additional-name' },
  { name: 'last_name', pointer: '/last_name', autoComplete: 'family-name' },
  { name: 'date_of_birth', pointer: '/date_of_birth', kind: 'date', autoComplete: 'bday' },
  { name: 'nationality', pointer: '/nationality', kind: 'country' },
];

const latinPerson: readonly Field[] = [
  { name: 'latin_first_name', pointer: '/latin_name/first_name' },
  { name: 'latin_middle_name', pointer: '/latin_name/middle_name' },
  { name: 'latin_last_name', pointer: '/latin_name/last_name' },
];

const latinBusiness: readonly Field[] = [
  { name: 'latin_legal_name', pointer: '/latin_name/legal_name' },
];

const address: readonly Field[] = [
  { name: 'country', pointer: '/address/country', kind: 'country', autoComplete: 'country' },
  { name: 'line1', pointer: '/address/line1', autoComplete: 'address-line1' },
  { name: 'line2', pointer: '/address/line2', autoComplete: 'address-line2' },
  { name: 'postal_code', pointer: '/address/postal_code', autoComplete: 'postal-code' },
  { name: 'city', pointer: '/address/city', autoComplete: 'address-level2' },
  { name: 'state', pointer: '/address/state', autoComplete: 'address-level1' },
];

/** Somebody else's, whose own data the browser does not know. */
export const withoutCompletion = (fields: readonly Field[]): readonly Field[] =>
  fields.map(({ autoComplete: _own, ...field }) => field);

/** The fields that the customer can change, in the order of the form. */
export const fieldsOf = (
  editable: readonly string[],
  type: 'individual' | 'business' = 'individual',
): readonly Field[] => [
  ...person.filter(({ name }) => editable.includes(name)),
  ...(editable.includes('latin_name') ? (type === 'business' ? latinBusiness : latinPerson) : []),
  ...(editable.includes('address') ? address : []),
];

/** The typed texts, by pointer. */
export type Values = Readonly<Record<string, string>>;

/** The texts of a profile, by pointer; an unset field is empty. */
export const valuesOf = (profile: Partial<Profile> | Person): Values =>
  Object.fromEntries(
    [...person, ...latinPerson, ...latinBusiness, ...address].map(({ pointer }) => {
      const value = partsOf(pointer).reduce<unknown>(
        (within, part) => (within as Record<string, unknown>)?.[part],
        profile,
      );
      return [pointer, String(value ?? '')];
    }),
  );

/** The values of a form with the Latin name that was read from a document, where one is due: it is sent as the person leaves it. */
export const withReadName = (
  values: Values,
  due: readonly Requirement[],
  owner: 'profile' | `persons.${string}`,
) => {
  const read = due.find(({ code }) => code === `${owner}.latin_name`)?.resolve_with?.body
    ?.latin_name;
  const parts = Object.entries((read as Readonly<Record<string, string | null>> | undefined) ?? {});
  const filled = parts.flatMap(([part, value]) =>
    value === null ? [] : [[`/latin_name/${part}`, value] as const],
  );
  return { values: { ...values, ...Object.fromEntries(filled) }, isRead: filled.length > 0 };
};

/** `/address/city` as the names on the way. */
const partsOf = (pointer: string): string[] => pointer.slice(1).split('/');

/** Whether a field must be filled in; of an address that depends on its country. */
export const isRequired = ({ name, pointer }: Field, values: Values): boolean =>
  pointer.startsWith('/address/')
    ? neededOf(values['/address/country'] || null).includes(name as keyof Address)
    : !/(middle|first)_name$/.test(pointer);

/** The patch of the fields: an empty field is unset. */
export const patchOf = (fields: readonly Field[], values: Values): ProfilePatch & PersonPatch => {
  const patch: Record<string, unknown> = {};
  for (const { pointer } of fields) {
    const [name = '', part] = partsOf(pointer);
    const value = values[pointer]?.trim() || null;
    patch[name] =
      part === undefined ? value : { ...(patch[name] as object | undefined), [part]: value };
  }
  return patch;
};
