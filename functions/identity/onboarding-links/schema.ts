import * as z from 'zod/mini';
import { clearable, defaulted, Timestamp, urlPattern } from '../../core/fields.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../../core/resource.ts';
import { identifier, stored } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { CustomerId, VerificationLevelSchema } from '../customers/schema.ts';
import { onboardingLinkActions, onboardingLinkStatuses } from './states.ts';

const return_url_max = 2048;

/** The route checks scheme and host, because those that are allowed depend on the environment. */
const ReturnUrl = identifier(return_url_max, {
  description: 'Where the page sends the customer afterwards: https, no credentials.',
  example: 'https://shop.example.com/welcome',
}).check(
  z.check(({ value, issues }) => {
    if (!new RegExp(urlPattern).test(value))
      issues.push(issueOf('invalid_format', value, notAbsolute));
  }),
  z.meta({ pattern: urlPattern }),
);

const notAbsolute = 'Must be an absolute URL of https without credentials.';

/** A colour as `#1a2b3c`. */
export const BrandColor = z.string().check(
  z.regex(
    /^#[0-9a-f]{6}$/,
    'Must be a colour of six hexadecimal digits in lower case, such as #0a5bd3.',
  ),
  z.meta({
    id: 'BrandColor',
    description: 'A colour of your brand, shown at the top of the page.',
    examples: ['#1a56db'],
  }),
);

const fields = {
  ...resourceFields('onboarding_link', 'onboarding_link'),
  ...statusFields('OnboardingLink', onboardingLinkStatuses, onboardingLinkActions),
  customer_id: CustomerId,
  level: VerificationLevelSchema,
  return_url: z.nullable(stored(ReturnUrl)),
  brand_color: z.nullable(BrandColor),
  verification_id: withDescription(
    z.nullable(idOf('verification')),
    'The verification that the customer has submitted; null before.',
  ),
  expires_at: withDescription(Timestamp, 'When it ends.'),
  completed_at: withDescription(
    z.nullable(Timestamp),
    'When the customer has submitted the verification.',
  ),
};

/** A link to the onboarding page. */
export const OnboardingLinkResource = z.object(fields).check(
  z.meta({
    id: 'OnboardingLink',
    description: 'A link by which one customer completes its verification.',
  }),
);
export type OnboardingLinkResource = z.infer<typeof OnboardingLinkResource>;

/** A link and, this once, its address. */
export const CreatedOnboardingLink = z
  .object({
    ...fields,
    url: z.optional(z.string()).check(
      z.meta({
        description:
          'The address to send the customer to, shown this once. A person who has it can act for the customer. Absent from the response to a retry: revoke a lost link and create another.',
        examples: ['https://dashboard.example.com/onboarding#ol_sandbox_…'],
      }),
    ),
  })
  .check(
    z.meta({
      id: 'CreatedOnboardingLink',
      description: 'A new onboarding link, with its address this once.',
    }),
  );

/** Seven days. */
export const expires_in_max_seconds = 604_800;

/** The body that creates a link. */
export const OnboardingLinkCreate = z
  .strictObject({
    return_url: ReturnUrl,
    expires_in_seconds: defaulted(
      z.int().check(z.minimum(60), z.maximum(expires_in_max_seconds)),
      86_400,
    ).check(
      z.meta({
        description:
          'For how many seconds the link can be used, at most seven days. Default one day.',
      }),
    ),
    level: defaulted(VerificationLevelSchema, 'standard').check(
      z.meta({
        description: 'The level to verify where no verification is open. Default `standard`.',
      }),
    ),
    ...clearable({ brand_color: BrandColor }),
  })
  .check(
    z.meta({
      id: 'OnboardingLinkCreate',
      description: 'The input to create a link to the onboarding page.',
      examples: [{ return_url: 'https://shop.example.com/welcome' }],
    }),
  );
