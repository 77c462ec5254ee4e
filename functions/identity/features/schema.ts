import * as z from 'zod/mini';
import { CalendarDate, CurrencyCode, IntervalSchema, Timestamp } from '../../core/fields.ts';
import { RequirementList, Stated } from '../../core/requirement-schema.ts';
import { idOf, objectNamed, withDescription } from '../../core/resource.ts';
import { issueOf } from '../../core/validation.ts';
import { featureIds } from '../catalogues/catalogue.ts';
import { CountryCode } from '../customers/address-schema.ts';
import { CustomerId } from '../customers/schema.ts';
import { activationActionNames, activationStatuses } from './states.ts';

/** Which feature; its name in paths. Which there are is the deployer's: the document names none. */
export const FeatureIdSchema = z.string().check(
  z.check(({ value, issues }) => {
    if (!featureIds.includes(value))
      issues.push(issueOf('invalid_value', value, `Must be one of ${featureIds.join(', ')}.`));
  }),
  z.meta({
    id: 'FeatureId',
    description: 'A feature of the catalogue, by its name; `GET /features` lists them.',
    printed: { type: 'string', pattern: '^[a-z][a-z0-9_]{1,39}$' },
    examples: ['virtual_cards'],
  }),
);

const Limit = z
  .object({
    amount: z
      .int()
      .check(
        z.minimum(1),
        z.meta({ description: 'Minor units of the currency.', examples: [500_000] }),
      ),
    currency: CurrencyCode,
    interval: IntervalSchema,
  })
  .check(z.meta({ id: 'Limit', description: 'The maximum that may be spent in an interval.' }));

/** A feature of the catalogue. */
export const FeatureResource = z
  .object({
    id: FeatureIdSchema,
    object: objectNamed('feature'),
    name: z.string().check(z.meta({ description: 'Its name.' })),
    description: z.string().check(z.meta({ description: 'Its purpose.' })),
    version: z
      .int()
      .check(z.minimum(1), z.meta({ description: 'Increases with each change of the rules.' })),
    requirements: z.array(Stated).check(z.meta({ description: 'Its requirements.' })),
    customer_types: z
      .array(
        z
          .enum(['individual', 'business'])
          .check(z.meta({ id: 'FeatureCustomerType', description: 'A person or a company.' })),
      )
      .check(z.meta({ description: 'The eligible types of customers.' })),
    countries: z
      .array(CountryCode)
      .check(z.meta({ description: 'The country of residence or of incorporation.' })),
    minimum_age: z.int().check(
      z.meta({
        description: 'The age in years of the person, or of the representative of a company.',
      }),
    ),
    retired_on: withDescription(
      z.nullable(CalendarDate),
      'The day, UTC, from which nobody can use it; who does not have it cannot activate it any more. Null: it stays.',
    ),
    limits: z.array(Limit).check(
      z.meta({
        description:
          'The caps that it sets for the spending of cards, in one currency; each other has its amounts, usually of about the same worth.',
      }),
    ),
  })
  .check(z.meta({ id: 'Feature', description: 'A feature of the catalogue.' }));
export type FeatureResource = z.infer<typeof FeatureResource>;

/** One feature of one customer. */
export const CustomerFeature = z
  .object({
    id: z
      .nullable(idOf('activation'))
      .check(z.meta({ description: 'Null until it is first activated.' })),
    object: objectNamed('customer_feature'),
    customer_id: CustomerId,
    feature: FeatureIdSchema,
    eligibility: z.enum(['eligible', 'requirements_due', 'ineligible']).check(
      z.meta({
        id: 'Eligibility',
        description:
          'Whether the customer can have it: now, after the requirements are met, or not at all.',
      }),
    ),
    status: z
      .enum(activationStatuses)
      .check(z.meta({ id: 'CustomerFeatureStatus', description: 'Whether it can be used.' })),
    status_reason: z
      .nullable(z.string())
      .check(z.meta({ description: 'The reason for the status, if there is one.' })),
    requirements: RequirementList,
    ineligible_reasons: z
      .array(Stated)
      .check(z.meta({ description: 'Why the customer is not eligible.' })),
    limits: z.array(Limit).check(
      z.meta({
        description:
          'The caps that it allows while it is active, in one currency; each other has its amounts, usually of about the same worth.',
      }),
    ),
    activated_at: withDescription(
      z.nullable(Timestamp),
      'When it was last activated; null while it is inactive.',
    ),
    allowed_actions: z
      .array(
        z.enum(activationActionNames).check(
          z.meta({
            id: 'CustomerFeatureAction',
            description: 'An action, as its segment of the path.',
          }),
        ),
      )
      .check(z.meta({ description: 'The actions that are possible now, as path segments.' })),
  })
  .check(z.meta({ id: 'CustomerFeature', description: 'One feature of one customer.' }));
export type CustomerFeature = z.infer<typeof CustomerFeature>;
