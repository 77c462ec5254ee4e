import * as z from 'zod/mini';
import { CalendarDate, Email, Phone, shownOptional, Timestamp } from '../../core/fields.ts';
import { StoredMetadata } from '../../core/metadata.ts';
import { idOf, resourceFields, statusFields, withDescription } from '../../core/resource.ts';
import { holdsHidden } from '../../core/text.ts';
import { identifier, nameOf, PersonName, stored, text } from '../../core/text-fields.ts';
import { issueOf, tooLong } from '../../core/validation.ts';
import { AddressSchema, CountryCode } from './address-schema.ts';
import {
  LatinBusinessNameResource,
  LatinPersonNameResource,
  shownLatinName,
} from './latin-name-schema.ts';
import {
  customerActionNames,
  customerStatuses,
  entityTypes,
  ownershipExemptions,
  redactionStatuses,
  summaryStatuses,
} from './states.ts';

const birth_date_min = '1900-01-01';

/** The day somebody was born. */
export const BirthDate = CalendarDate.check(
  z.check((payload) => {
    if (payload.value < birth_date_min)
      payload.issues.push(
        issueOf('too_small', payload.value, `Must be ${birth_date_min} or later.`),
      );
  }),
  z.meta({ description: 'The day of birth, from 1900-01-01; nobody under 18, counted in UTC.' }),
);
/** The country whose citizen somebody is. */
export const Nationality = withDescription(CountryCode, 'The country of citizenship.');
/** The country that a business is registered in. */
export const IncorporationCountry = withDescription(CountryCode, 'The country of incorporation.');

/** The name of a business in its register. */
export const LegalName = nameOf(200, {
  description: 'The registered name, 1 to 200 characters, at least one of them a letter.',
  example: 'Engines Ltd',
  needsLetter: true,
});

/** The id of a customer. */
export const CustomerId = idOf('customer');
/** The business's own id of a customer. */
export const ExternalId = identifier(255, {
  description: 'Your own id of this customer, unique among those not closed.',
});
/** The number of a business in a register. */
export const RegistrationNumber = identifier(100, {
  description: 'The number in the commercial register.',
});

/** The legal form of a business. */
export const EntityType = z
  .enum(entityTypes)
  .register(z.globalRegistry, { id: 'EntityType', description: 'The legal form of a company.' });
/** The industry of a business. */
export const IndustryCode = z.string().check(
  z.check(({ value, issues }) => {
    if (!/^\d{4}$/.test(value))
      issues.push(
        issueOf('invalid_format', value, 'Must be four digits (ISO 18245), such as 5734.'),
      );
  }),
  z.meta({
    description: 'The company’s business, a merchant category code: four digits (ISO 18245).',
    pattern: '^[0-9]{4}$',
    examples: ['5734'],
  }),
);

const website_characters_max = 2_048;

/** The website of a business. */
export const Website = z.string().check(
  z.check(({ value, issues }) => {
    if (value.length > website_characters_max) issues.push(tooLong(value, website_characters_max));
    else if (
      holdsHidden(value) ||
      !/^https?:\/\/[^/?#@\s]+\.[^/?#@\s]+([/?#]\S*)?$/i.test(value) ||
      !URL.canParse(value)
    )
      issues.push(
        issueOf('invalid_format', value, 'Must be an address such as https://www.example.com.'),
      );
  }),
  z.meta({
    description: 'The address of the website of the company.',
    examples: ['https://www.example.com'],
    printed: {
      type: 'string',
      maxLength: website_characters_max,
      pattern:
        '^[Hh][Tt][Tt][Pp][Ss]?://[^\\x00- /?#@\\x7F-\\x9F]+\\.[^\\x00- /?#@\\x7F-\\x9F]+([/?#][^\\x00- \\x7F-\\x9F]*)?$',
    },
  }),
);
/** Why the owners of a business are not asked for. */
export const OwnershipExemption = z.enum(ownershipExemptions).register(z.globalRegistry, {
  id: 'OwnershipExemption',
  description:
    'Why its owners need not be declared. It is supervised (`regulated`), on a stock exchange (`listed`), a `public_body`, or exempt for another reason.',
});
/** The last letters or digits of a tax id. */
export const Last4 = z.string().check(
  z.meta({
    description:
      'The last letters or digits of the tax id, four at most and never all of it; the rest is encrypted.',
    examples: ['6789'],
  }),
);

/** The sum of a customer's verifications. */
export const SummaryStatus = z.enum(summaryStatuses).register(z.globalRegistry, {
  id: 'VerificationSummaryStatus',
  description:
    'The result of all verifications of a customer: `verified` after one succeeds, until its basis changes.',
});

/** How much is looked at. */
export const VerificationLevelSchema = z.enum(['standard', 'enhanced']).register(z.globalRegistry, {
  id: 'VerificationLevel',
  description: '`standard` verifies the identity, `enhanced` also the address.',
});

/** The sum of the verifications of a customer or of a person. */
export const VerificationSummarySchema = z
  .object({
    status: SummaryStatus,
    level: z
      .nullable(VerificationLevelSchema)
      .register(z.globalRegistry, { description: 'That of the verification that it depends on.' }),
    verified_at: z
      .nullable(Timestamp)
      .register(z.globalRegistry, { description: 'When it was verified.' }),
  })
  .register(z.globalRegistry, {
    id: 'VerificationSummary',
    description: 'The result of the customer’s verifications.',
  });
export type VerificationSummary = z.infer<typeof VerificationSummarySchema>;

const RedactionSchema = z
  .object({
    status: z.enum(redactionStatuses).register(z.globalRegistry, {
      id: 'RedactionStatus',
      description: 'The progress of a redaction: nothing is left when it is `done`.',
    }),
    since: withDescription(Timestamp, 'Since when it has this status.'),
    erased: z.int().check(
      z.minimum(0),
      z.meta({
        description: 'The number of items, objects and records emptied or removed so far.',
      }),
    ),
  })
  .register(z.globalRegistry, {
    id: 'Redaction',
    description: 'The redaction of the personal data of a customer.',
  });

const statuses = statusFields('Customer', customerStatuses, customerActionNames);
/** Where a customer stands. */
export const CustomerStatusSchema = statuses.status;

/** The fields that a customer may lack: any customer, a person, a company. `erasure.ts` has them too. */
export const optionalFields = {
  any: {
    external_id: ExternalId,
    email: Email,
    phone: Phone,
  },
  individual: { middle_name: PersonName, date_of_birth: BirthDate, nationality: Nationality },
  business: {
    registration_number: RegistrationNumber,
    entity_type: EntityType,
    industry_code: IndustryCode,
    website: Website,
    ownership_exemption: OwnershipExemption,
  },
};
export type OptionalFields = typeof optionalFields;

const shared = {
  ...resourceFields('customer', 'customer'),
  ...statuses,
  ...shownOptional(optionalFields.any),
  address: z.nullable(AddressSchema),
  metadata: StoredMetadata,
  verification: VerificationSummarySchema,
  tax_id_last4: z.nullable(Last4),
  redaction: z.nullable(RedactionSchema).register(z.globalRegistry, {
    description: 'The redaction of its personal data; null if none was requested.',
  }),
};

/** The identity as the world sees it: of a customer, and of a person of a business. */
export const identityFields = {
  first_name: z.nullable(stored(PersonName)),
  middle_name: z.nullable(stored(PersonName)),
  last_name: z.nullable(stored(PersonName)),
  latin_name: shownLatinName(LatinPersonNameResource),
  date_of_birth: z.nullable(stored(BirthDate)),
  nationality: z.nullable(stored(Nationality)),
};

/** The fields that a person of a business may lack. `erasure.ts` has them too. */
export const optionalPersonFields = {
  title: text(100, { description: 'The position in the business.', example: 'Managing director' }),
  email: Email,
  phone: Phone,
};
export type OptionalPersonFields = typeof optionalPersonFields;

/** The fields of a person of a business that its customer stores as they are shown. */
export const personFields = {
  ...identityFields,
  address: z.nullable(AddressSchema),
  ...shownOptional(optionalPersonFields),
  tax_id_last4: z.nullable(Last4),
};
export type PersonFields = {
  [Name in keyof typeof personFields]: z.output<(typeof personFields)[Name]>;
};

const IndividualCustomer = z
  .object({
    ...shared,
    type: z.literal('individual').register(z.globalRegistry, { description: 'A person.' }),
    ...identityFields,
    ...shownOptional(optionalFields.individual),
  })
  .register(z.globalRegistry, {
    id: 'IndividualCustomer',
    description: 'A customer who is a person.',
  });
export type IndividualCustomer = z.infer<typeof IndividualCustomer>;

const BusinessCustomer = z
  .object({
    ...shared,
    type: z.literal('business').register(z.globalRegistry, { description: 'A company.' }),
    legal_name: z.nullable(stored(LegalName)),
    latin_name: shownLatinName(LatinBusinessNameResource),
    incorporation_country: z.nullable(stored(IncorporationCountry)),
    ...shownOptional(optionalFields.business),
    owners_declared_at: z.nullable(Timestamp).register(z.globalRegistry, {
      description:
        'When it declared that its persons include every owner of 25 % and more (`owners_declared`); null until then, and after a change of an owner.',
    }),
  })
  .register(z.globalRegistry, {
    id: 'BusinessCustomer',
    description: 'A customer that is a company.',
  });
export type BusinessCustomer = z.infer<typeof BusinessCustomer>;

/** A customer as the world sees it: GET, the event's data and the cached response to a POST are all this. */
export const CustomerResource = z
  .discriminatedUnion('type', [IndividualCustomer, BusinessCustomer])
  .register(z.globalRegistry, {
    id: 'Customer',
    description: 'A customer; `type` says which fields it has.',
  });
export type CustomerResource = z.infer<typeof CustomerResource>;
