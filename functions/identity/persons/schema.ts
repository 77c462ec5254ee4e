import * as z from 'zod/mini';
import { ApiError } from '../../core/api-error.ts';
import { changeable, clearable } from '../../core/fields.ts';
import { idOf, resourceFields, withDescription } from '../../core/resource.ts';
import { PersonName } from '../../core/text-fields.ts';
import { issueOf, itemsAt } from '../../core/validation.ts';
import { AddressInput } from '../customers/address-schema.ts';
import { FirstName, TaxId } from '../customers/input.ts';
import { LatinPersonNameInput } from '../customers/latin-name-schema.ts';
import { type PersonProfile, personRoles } from '../customers/persons.ts';
import {
  BirthDate,
  CustomerId,
  Nationality,
  optionalPersonFields,
  personFields,
  VerificationSummarySchema,
} from '../customers/schema.ts';

/** The id of a person. */
export const PersonId = idOf('person');

const PersonRole = z.enum(personRoles).check(
  z.meta({
    id: 'PersonRole',
    description:
      'The role of a person in a business: `representative` acts for it towards you, `controller` directs it, `owner` has a share of it, `director` is on its board.',
  }),
);

const Roles = z.array(PersonRole).check(
  z.minLength(1),
  z.maxLength(personRoles.length),
  z.meta({
    description: 'At least one. A business has one representative.',
    examples: [['representative', 'owner']],
  }),
);

const OwnershipPercent = z.number().check(
  z.minimum(0),
  z.maximum(100),
  z.check(({ value, issues }) => {
    if (!/^\d+(\.\d{1,2})?$/.test(String(value)))
      issues.push(
        issueOf('invalid_format', value, 'Must have at most two decimals, such as 33.33.'),
      );
  }),
  z.meta({
    description:
      'The share of an owner: required with the role `owner`, and only then. At most two decimals; those of a business are at most 100 together.',
    examples: [40],
  }),
);

const required = { roles: Roles, first_name: FirstName, last_name: PersonName };
const optional = {
  ownership_percent: OwnershipPercent,
  ...optionalPersonFields,
  middle_name: PersonName,
  latin_name: LatinPersonNameInput,
  date_of_birth: withDescription(
    BirthDate,
    'The day of birth, from 1900-01-01, never in the future. A representative, controller or director is at least 18, counted in UTC.',
  ),
  nationality: Nationality,
  address: AddressInput,
  tax_id: TaxId,
};

/** The body that adds a person to a business. */
export const PersonCreate = z.strictObject({ ...required, ...clearable(optional) }).check(
  z.meta({
    id: 'PersonCreate',
    description: 'The input to add a person to a business; only roles and names are required.',
  }),
);
export type PersonCreate = z.infer<typeof PersonCreate>;

/** The body that changes a person. */
export const PersonPatch = z
  .strictObject({ ...changeable(required), ...clearable(optional) })
  .check(
    z.meta({
      id: 'PersonPatch',
      description: 'Only the fields to change. `roles` replaces the earlier list.',
      examples: [{ title: 'Managing director', phone: null }],
    }),
  );
export type PersonPatch = z.infer<typeof PersonPatch>;

/** A person as the world sees it. */
export const PersonResource = z
  .object({
    ...resourceFields('person', 'person'),
    customer_id: CustomerId,
    roles: z
      .array(PersonRole)
      .check(z.meta({ description: 'The person’s roles in the business.' })),
    ownership_percent: z
      .nullable(z.number())
      .check(z.meta({ description: 'The share of an owner; null of others.', examples: [40] })),
    ...personFields,
    verification: VerificationSummarySchema,
  })
  .check(z.meta({ id: 'Person', description: 'A person who acts for a business or owns it.' }));
export type PersonResource = z.infer<typeof PersonResource>;

/** A merged address is checked again: a patch may bring the postal code without its country. Throws validation_failed. */
export const checkMergedPerson = (profile: PersonProfile): PersonProfile => {
  const errors = itemsAt(z.nullable(AddressInput), profile.address, ['address']);
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
  return profile;
};
