import * as z from 'zod/mini';
import { AddressSchema } from '../customers/address-schema.ts';
import { CustomerPatch } from '../customers/input.ts';
import { identityFields, VerificationLevelSchema } from '../customers/schema.ts';
import { Timestamp } from '../fields.ts';
import { BrandColor } from '../onboarding-links/schema.ts';
import { RequirementList } from '../requirement-schema.ts';
import { objectNamed } from '../resource.ts';
import { VerificationResource } from '../verifications/schema.ts';

const { first_name, middle_name, last_name, date_of_birth, nationality, address } = CustomerPatch.shape;

/** What a customer can say of itself; which of it, the requirements decide. */
export const OnboardingProfilePatch = z.strictObject({
  ...{ first_name, middle_name, last_name, date_of_birth, nationality, address },
});

const Profile = z.object({
  ...identityFields,
  address: z.nullable(AddressSchema),
});

/** All that the onboarding page shows of a link and its customer. */
export const OnboardingResource = z.object({
  object: objectNamed('onboarding'),
  status: z.enum(['active', 'completed']),
  business: z.object({ name: z.string(), brand_color: z.nullable(BrandColor) }),
  return_url: z.nullable(z.string()),
  expires_at: Timestamp,
  level: VerificationLevelSchema,
  /** Null where nothing is asked. */
  profile: z.nullable(Profile),
  editable_fields: z.array(z.string()),
  requirements: RequirementList,
  /** Null where none was created. */
  verification: z.nullable(
    z.object({ status: VerificationResource.shape.status, last_error: VerificationResource.shape.last_error }),
  ),
});
export type OnboardingResource = z.infer<typeof OnboardingResource>;
