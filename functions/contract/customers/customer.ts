import * as z from 'zod/mini';
import { type Customer, summaryStatuses } from '../../domain/customers/customer.ts';
import { customerActionNames, customerActions, customerStatuses } from '../../domain/customers/life.ts';
import { type Redaction, redactionStatuses } from '../../domain/customers/redaction.ts';
import { byName } from '../by-name.ts';
import { CalendarDate, Email, Name, Phone, Timestamp } from '../fields.ts';
import { Metadata } from '../metadata.ts';
import { idOf, resourceFields, statusFields } from '../resource.ts';
import { identifier } from '../text.ts';
import { AddressSchema, CountryCode } from './address.ts';

/** The id of a customer. */
export const CustomerId = idOf('customer');
/** The business's own id of a customer. */
export const ExternalId = identifier(255, {
  description: 'Your own id of this customer, unique among those not closed.',
});
/** The number of a business in a register. */
export const RegistrationNumber = identifier(100, { description: 'The number in the commercial register.' });
const Last4 = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(4),
    z.meta({ description: 'The last four letters or digits of the tax id; the rest is sealed.', examples: ['6789'] }),
  );

const Representative = z
  .object({
    first_name: z.nullable(Name),
    last_name: z.nullable(Name),
    date_of_birth: z.nullable(CalendarDate),
    nationality: z.nullable(CountryCode),
    address: z.nullable(AddressSchema),
  })
  .check(z.meta({ id: 'Representative', description: 'Who acts for the business; unset fields are null.' }));

const VerificationSummary = z
  .object({
    status: z.enum(summaryStatuses),
    level: z.nullable(z.enum(['standard', 'enhanced'])),
    verified_at: z.nullable(Timestamp),
  })
  .check(z.meta({ id: 'VerificationSummary', description: 'What the verifications of the customer add up to.' }));

const RedactionSchema = z
  .object({
    status: z.enum(redactionStatuses),
    since: Timestamp,
    erased: z
      .int()
      .check(
        z.minimum(0),
        z.meta({ description: 'So many items, objects and records were emptied or removed so far.' }),
      ),
  })
  .check(
    z.meta({
      id: 'Redaction',
      description: 'The removal of everything personal that is known of a customer, and since when it stands there.',
    }),
  );

const shared = {
  ...resourceFields('customer', 'customer'),
  ...statusFields(customerStatuses, customerActionNames),
  external_id: z.nullable(ExternalId),
  email: z.nullable(Email),
  phone: z.nullable(Phone),
  address: z.nullable(AddressSchema),
  metadata: Metadata,
  verification: VerificationSummary,
  tax_id_last4: z.nullable(Last4),
  redaction: z.nullable(RedactionSchema),
  redacted_at: z.nullable(Timestamp).check(z.meta({ description: 'When its redaction was done.' })),
};

const IndividualCustomer = z
  .object({
    ...shared,
    type: z.literal('individual'),
    first_name: z.nullable(Name),
    middle_name: z.nullable(Name),
    last_name: z.nullable(Name),
    date_of_birth: z.nullable(CalendarDate),
    nationality: z.nullable(CountryCode),
  })
  .check(z.meta({ id: 'IndividualCustomer' }));

const BusinessCustomer = z
  .object({
    ...shared,
    type: z.literal('business'),
    legal_name: z.nullable(Name),
    registration_number: z.nullable(RegistrationNumber),
    incorporation_country: z.nullable(CountryCode),
    representative: z.nullable(Representative),
  })
  .check(z.meta({ id: 'BusinessCustomer' }));

/** A customer as the world sees it: GET, the event's data and the stored replay are all this. */
export const ShownCustomer = z
  .discriminatedUnion('type', [IndividualCustomer, BusinessCustomer])
  .check(z.meta({ id: 'Customer' }));
export type ShownCustomer = z.infer<typeof ShownCustomer>;

/** The one projection from the stored customer to what the world sees. */
export const showCustomer = (customer: Customer): ShownCustomer => {
  const { tenant_id: _tenant, tax_id_sealed: _sealed, tax_id_fingerprint: _print, redaction, ...shown } = customer;
  return {
    ...shown,
    metadata: byName(customer.metadata),
    object: 'customer',
    allowed_actions: customerActions(customer.status, redaction),
    redaction: redaction && showRedaction(redaction),
    redacted_at: redaction?.status === 'done' ? redaction.since : null,
  };
};

const showRedaction = ({ status, since, erased }: Redaction) => ({ status, since, erased });
