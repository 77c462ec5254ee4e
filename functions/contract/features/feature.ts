import * as z from 'zod/mini';
import type { Customer } from '../../domain/customers/customer.ts';
import { type Activation, activationActions, suspensionCauses } from '../../domain/features/activation.ts';
import { type Feature, featureIds, features, intervals } from '../../domain/features/catalogue.ts';
import type { Eligibility } from '../../domain/features/eligibility.ts';
import { requirementsToUse } from '../../domain/features/requirements-to-use.ts';
import { CountryCode } from '../customers/address.ts';
import { CustomerId } from '../customers/customer.ts';
import { CurrencyCode, Timestamp } from '../fields.ts';
import { ShownRequirements } from '../requirement.ts';
import { idOf } from '../resource.ts';

/** Which feature; its name in paths. */
export const FeatureIdSchema = z
  .enum(featureIds)
  .check(z.meta({ description: 'The feature.', examples: ['virtual_cards'] }));

const Limit = z
  .object({
    amount: z.int().check(z.minimum(1), z.meta({ description: 'Minor units of the currency.', examples: [500_000] })),
    currency: CurrencyCode,
    interval: z.enum(intervals),
  })
  .check(z.meta({ id: 'Limit', description: 'The most that may be spent within an interval.' }));

/** A reason or a need of one kind, with a sentence about it. */
const Stated = z.object({ code: z.string(), description: z.string() });

/** A feature of the catalogue as the world sees it. */
export const ShownFeature = z
  .object({
    id: FeatureIdSchema,
    object: z.literal('feature'),
    name: z.string(),
    description: z.string(),
    version: z.int().check(z.minimum(1), z.meta({ description: 'Raised with each change of the rules.' })),
    requirements: z.array(Stated).check(z.meta({ description: 'What a customer needs for it.' })),
    customer_types: z.array(z.enum(['individual', 'business'])),
    countries: z.array(CountryCode).check(z.meta({ description: 'Of residence, or of incorporation.' })),
    minimum_age: z.int().check(z.meta({ description: 'In years, of a person or of who acts for a business.' })),
    limits: z.array(Limit),
  })
  .check(z.meta({ id: 'Feature' }));
export type ShownFeature = z.infer<typeof ShownFeature>;

/** What a customer has to do with one feature. */
export const CustomerFeature = z
  .object({
    id: z.nullable(idOf('activation')).check(z.meta({ description: 'Null until it is first activated.' })),
    object: z.literal('customer_feature'),
    customer_id: CustomerId,
    feature: FeatureIdSchema,
    eligibility: z.enum(['eligible', 'requirements_due', 'ineligible']),
    status: z.enum(['inactive', 'active', 'suspended']),
    status_reason: z.nullable(z.string()).check(z.meta({ description: 'Why it stands so, where there is a reason.' })),
    requirements: ShownRequirements,
    ineligible_reasons: z.array(Stated),
    limits: z.array(Limit).check(z.meta({ description: 'What it allows while it is active.' })),
    activated_at: z.nullable(Timestamp),
    allowed_actions: z.array(z.enum(['activate', 'deactivate'])),
  })
  .check(z.meta({ id: 'CustomerFeature' }));
export type CustomerFeature = z.infer<typeof CustomerFeature>;

const needs = {
  level: {
    standard: { code: 'verification.standard', description: 'The identity is verified.' },
    enhanced: { code: 'verification.enhanced', description: 'The identity and the address are verified.' },
  },
  profile: {
    phone: { code: 'profile.phone', description: 'A phone number.' },
    address: { code: 'profile.address', description: 'A postal address.' },
  },
} as const;

/** The one projection of the catalogue. */
export const showFeature = ({ level, profile, ...feature }: Feature): ShownFeature => ({
  ...feature,
  object: 'feature',
  requirements: [needs.level[level], ...profile.map((field) => needs.profile[field])],
  customer_types: [...feature.customer_types],
  countries: [...feature.countries],
  limits: [...feature.limits],
});

/** The one projection of what a customer has to do with a feature; `id` is null where nothing is stored yet. */
export const showCustomerFeature = (
  activation: Omit<Activation, 'id'> & { readonly id: string | null },
  customer: Customer,
  found: Eligibility,
): CustomerFeature => {
  const { eligibility, ineligible_reasons } = found;
  const requirements = requirementsToUse(customer, activation, found);
  const feature = features[activation.feature];
  const suspended = activation.status === 'suspended';
  return {
    id: activation.id,
    object: 'customer_feature',
    customer_id: activation.customer_id,
    feature: activation.feature,
    eligibility,
    status: activation.status,
    status_reason: suspended ? (suspensionCauses(feature, customer)[0] ?? null) : activation.status_reason,
    requirements: structuredClone(requirements) as CustomerFeature['requirements'],
    ineligible_reasons: [...ineligible_reasons],
    limits: [...feature.limits],
    activated_at: activation.activated_at,
    allowed_actions: activationActions(activation.status).filter(
      (action) => action !== 'activate' || eligibility === 'eligible',
    ),
  };
};
