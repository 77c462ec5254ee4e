import * as z from 'zod/mini';
import type { CustomerProfile } from '../../domain/customers/customer.ts';
import { Failure } from '../../domain/failure.ts';
import { CalendarDate, changeable, clearable, Email, Name, Phone } from '../fields.ts';
import { Metadata, MetadataPatch } from '../metadata.ts';
import { itemsAt } from '../problem-items.ts';
import { AddressInput, CountryCode } from './address.ts';
import { ExternalId, RegistrationNumber } from './customer.ts';

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

/**
 * A merge patch is checked piece by piece; what it merges to has rules of its own: the size of all metadata, and a postal
 * code that fits the country it now has. Returns the profile, or throws validation_failed.
 */
export const checkMergedProfile = (profile: CustomerProfile): CustomerProfile => {
  const errors = [
    ...itemsAt(Metadata, profile.metadata, ['metadata']),
    ...itemsAt(z.nullable(AddressInput), profile.address, ['address']),
    ...(profile.type === 'business'
      ? itemsAt(z.nullable(AddressInput), profile.representative?.address ?? null, ['representative', 'address'])
      : []),
  ];
  if (errors.length > 0) throw new Failure('validation_failed', { errors });
  return profile;
};
