import * as z from 'zod/mini';
import { Timestamp } from '../../core/fields.ts';
import { RequirementList } from '../../core/requirement-schema.ts';
import { objectNamed } from '../../core/resource.ts';
import { AddressSchema } from '../customers/address-schema.ts';
import { CustomerPatch } from '../customers/input.ts';
import {
  LatinBusinessNameResource,
  LatinPersonNameResource,
} from '../customers/latin-name-schema.ts';
import { identityFields, VerificationLevelSchema } from '../customers/schema.ts';
import { BrandColor } from '../onboarding-links/schema.ts';
import { PersonCreate, PersonPatch, PersonResource } from '../persons/schema.ts';
import { VerificationResource } from '../verifications/schema.ts';

const { first_name, middle_name, last_name, date_of_birth, nationality, address } =
  CustomerPatch.shape;
const { legal_name, latin_name, owners_declared } = CustomerPatch.shape;

/** The fields that a customer can state of itself; the requirements decide which of them. */
export const OnboardingProfilePatch = z.strictObject({
  first_name,
  middle_name,
  last_name,
  latin_name,
  date_of_birth,
  nationality,
  address,
  legal_name,
  owners_declared,
});

type PersonField =
  | ('roles' | 'ownership_percent' | 'first_name' | 'middle_name' | 'last_name')
  | ('latin_name' | 'date_of_birth' | 'nationality' | 'address');

const asked = <Shape extends Record<PersonField, z.core.SomeType>>(
  shape: Shape,
): Pick<Shape, PersonField> => {
  const { roles, ownership_percent, first_name, middle_name, last_name, latin_name } = shape;
  const { date_of_birth, nationality, address } = shape;
  const names = { first_name, middle_name, last_name, latin_name };
  return { roles, ownership_percent, ...names, date_of_birth, nationality, address };
};

/** The fields that a business can state of a person whom it adds. */
export const OnboardingPersonCreate = z.strictObject(asked(PersonCreate.shape));

/** The fields that it can change of one. */
export const OnboardingPersonPatch = z.strictObject(asked(PersonPatch.shape));
export type OnboardingPersonPatch = z.infer<typeof OnboardingPersonPatch>;

const Profile = z.object({
  legal_name: z.nullable(z.string()),
  ...identityFields,
  latin_name: z.nullable(z.union([LatinPersonNameResource, LatinBusinessNameResource])),
  address: z.nullable(AddressSchema),
});

const { id, roles, ownership_percent } = PersonResource.shape;

/** A person of the business: what cannot be changed is null, but for who it is. */
const Person = z.object({
  id,
  roles,
  ownership_percent,
  ...identityFields,
  address: z.nullable(AddressSchema),
  editable_fields: z.array(z.string()),
});

/** All that the onboarding page shows of a link and its customer. */
export const OnboardingResource = z.object({
  object: objectNamed('onboarding'),
  status: z.enum(['active', 'completed']),
  business: z.object({ name: z.string(), brand_color: z.nullable(BrandColor) }),
  return_url: z.nullable(z.string()),
  expires_at: Timestamp,
  level: VerificationLevelSchema,
  type: z.enum(['individual', 'business']),
  /** Null where nothing is asked. */
  profile: z.nullable(Profile),
  editable_fields: z.array(z.string()),
  persons: z.array(Person),
  requirements: RequirementList,
  /** Null where none was created. */
  verification: z.nullable(
    z.object({
      status: VerificationResource.shape.status,
      last_error: VerificationResource.shape.last_error,
    }),
  ),
});
export type OnboardingResource = z.infer<typeof OnboardingResource>;
