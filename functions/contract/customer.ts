import * as z from 'zod/mini';
import { type CustomerProfile, customerActions, type Customer as StoredCustomer } from '../domain/customer.ts';
import { Failure, type FailureItem } from '../domain/failure.ts';
import { Address, AddressInput, CountryCode } from './address.ts';
import { CalendarDate, changeable, clearable, Email, Name, Phone, Timestamp } from './fields.ts';
import { Metadata, MetadataPatch } from './metadata.ts';
import { problemItems } from './problem-items.ts';
import { idOf, resourceFields, statusFields } from './resource.ts';
import { identifier } from './text.ts';

/** Every status of a customer. */
export const customerStatuses = ['active', 'suspended', 'closed'] as const;
const actions = ['suspend', 'reactivate', 'close'] as const;

/** The id of a customer. */
export const CustomerId = idOf('customer');
/** The business's own id of a customer. */
export const ExternalId = identifier(255, {
  description: 'Your own id of this customer, unique among those not closed.',
});
const RegistrationNumber = identifier(100, { description: 'The number in the commercial register.' });
const Last4 = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(4),
    z.meta({ description: 'The last four letters or digits of the tax id; the rest is sealed.', examples: ['6789'] }),
  );

const TaxId = z.string().check(
  z.minLength(4),
  z.maxLength(32),
  z.regex(/^[\p{L}\p{N} -]*$/u),
  z.regex(/[\p{L}\p{N}][ -]*[\p{L}\p{N}][ -]*[\p{L}\p{N}][ -]*[\p{L}\p{N}]/u),
  z.meta({
    description: 'Write-only: 4 to 32 letters, digits, dashes and spaces, kept as sent. Answers show `tax_id_last4`.',
    examples: ['123-45-6789'],
  }),
);

const personFields = { first_name: Name, last_name: Name, date_of_birth: CalendarDate, nationality: CountryCode };

const RepresentativeInput = z
  .strictObject(clearable({ ...personFields, address: AddressInput }))
  .check(z.meta({ id: 'RepresentativeInput', description: 'Who acts for the business.' }));

const Representative = z
  .object({
    first_name: z.nullable(Name),
    last_name: z.nullable(Name),
    date_of_birth: z.nullable(CalendarDate),
    nationality: z.nullable(CountryCode),
    address: z.nullable(Address),
  })
  .check(z.meta({ id: 'Representative', description: 'Who acts for the business; unset fields are null.' }));

const sharedInput = { external_id: ExternalId, email: Email, phone: Phone, address: AddressInput, tax_id: TaxId };
const individualRequired = { first_name: Name, last_name: Name };
const individualOptional = { middle_name: Name, date_of_birth: CalendarDate, nationality: CountryCode };
const businessRequired = { legal_name: Name, incorporation_country: CountryCode };
const businessOptional = { registration_number: RegistrationNumber, representative: RepresentativeInput };

const IndividualCreate = z
  .strictObject({
    type: z.literal('individual'),
    ...individualRequired,
    ...clearable({ ...individualOptional, ...sharedInput, metadata: Metadata }),
  })
  .check(z.meta({ id: 'IndividualCreate' }));

const BusinessCreate = z
  .strictObject({
    type: z.literal('business'),
    ...businessRequired,
    ...clearable({ ...businessOptional, ...sharedInput, metadata: Metadata }),
  })
  .check(z.meta({ id: 'BusinessCreate' }));

/** What creates a customer. */
export const CustomerCreate = z.discriminatedUnion('type', [IndividualCreate, BusinessCreate]);

/** What changes a customer. */
export const CustomerPatch = z
  .strictObject({
    ...changeable({ ...individualRequired, ...businessRequired }),
    ...clearable({ ...individualOptional, ...businessOptional, ...sharedInput, metadata: MetadataPatch }),
  })
  .check(
    z.meta({
      id: 'CustomerPatch',
      description: 'Only the fields to change; a field of the other type is refused.',
      examples: [{ email: 'ada.king@example.com', phone: null, metadata: { order_id: 'A-1002' } }],
    }),
  );

const VerificationSummary = z
  .object({
    status: z.enum(['unverified', 'pending', 'verified', 'rejected']),
    level: z.nullable(z.enum(['standard', 'enhanced'])),
    verified_at: z.nullable(Timestamp),
  })
  .check(z.meta({ id: 'VerificationSummary', description: 'What the verifications of the customer add up to.' }));

const shared = {
  ...resourceFields('customer', 'customer'),
  ...statusFields(customerStatuses, actions),
  external_id: z.nullable(ExternalId),
  email: z.nullable(Email),
  phone: z.nullable(Phone),
  address: z.nullable(Address),
  metadata: Metadata,
  verification: VerificationSummary,
  tax_id_last4: z.nullable(Last4),
};

const IndividualCustomer = z
  .object({
    ...shared,
    type: z.literal('individual'),
    first_name: Name,
    middle_name: z.nullable(Name),
    last_name: Name,
    date_of_birth: z.nullable(CalendarDate),
    nationality: z.nullable(CountryCode),
  })
  .check(z.meta({ id: 'IndividualCustomer' }));

const BusinessCustomer = z
  .object({
    ...shared,
    type: z.literal('business'),
    legal_name: Name,
    registration_number: z.nullable(RegistrationNumber),
    incorporation_country: CountryCode,
    representative: z.nullable(Representative),
  })
  .check(z.meta({ id: 'BusinessCustomer' }));

/** A customer as the world sees it: GET, the event's data and the stored replay are all this. */
export const Customer = z
  .discriminatedUnion('type', [IndividualCustomer, BusinessCustomer])
  .check(z.meta({ id: 'Customer' }));
export type Customer = z.infer<typeof Customer>;

/** The one projection from the stored customer to what the world sees. */
export const showCustomer = (customer: StoredCustomer): Customer => {
  const { tenant_id: _tenant, tax_id_sealed: _sealed, ...shown } = customer;
  return { ...shown, object: 'customer', allowed_actions: customerActions(customer.status) };
};

/**
 * A merge patch is checked piece by piece; what it merges to has rules of its own: the size of all metadata, and a postal
 * code that fits the country it now has. Returns the profile, or throws validation_failed.
 */
export const checkMergedProfile = (profile: CustomerProfile): CustomerProfile => {
  const errors = [
    ...itemsOf(Metadata, profile.metadata, ['metadata']),
    ...itemsOf(z.nullable(AddressInput), profile.address, ['address']),
    ...(profile.type === 'business'
      ? itemsOf(z.nullable(AddressInput), profile.representative?.address ?? null, ['representative', 'address'])
      : []),
  ];
  if (errors.length > 0) throw new Failure('validation_failed', { errors });
  return profile;
};

const itemsOf = (schema: z.core.$ZodType, input: unknown, at: readonly string[]): FailureItem[] => {
  const result = z.safeParse(schema, input);
  return result.success ? [] : problemItems(result.error.issues, { in: 'body', input, at });
};
