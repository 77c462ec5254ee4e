import { all } from 'iso-3166-1';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { z } from 'zod';

const countries = new Set(all().map(({ alpha2 }) => alpha2));
const Country = z.string().refine((code) => countries.has(code));
const Name = z.string().min(1).max(100);
const Text = (max: number) => z.string().min(1).max(max);

const Address = z
  .strictObject({
    line1: Text(200).nullish(),
    line2: Text(200).nullish(),
    city: Text(100).nullish(),
    state: Text(100).nullish(),
    postal_code: Text(20).nullish(),
    country: Country.nullish(),
  })
  .refine(
    ({ postal_code, country }) =>
      !postal_code ||
      !country ||
      !postcodeValidatorExistsForCountry(country) ||
      postcodeValidator(postal_code, country),
  );

const shared = {
  external_id: Text(255).nullish(),
  email: z.email().max(254).nullish(),
  phone: z.e164().nullish(),
  address: Address.nullish(),
  tax_id: z.string().min(4).max(32).nullish(),
  metadata: z.record(z.string().max(40), z.string().max(500)).nullish(),
};

/** The body that creates a customer. */
export const CustomerCreate = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('individual'),
    first_name: Name,
    last_name: Name,
    middle_name: Name.nullish(),
    latin_name: z
      .strictObject({ first_name: Name.nullish(), middle_name: Name.nullish(), last_name: Name })
      .nullish(),
    date_of_birth: z.iso.date().nullish(),
    nationality: Country.nullish(),
    ...shared,
  }),
  z.strictObject({
    type: z.literal('business'),
    legal_name: Name,
    latin_name: z.strictObject({ legal_name: Name }).nullish(),
    incorporation_country: Country,
    registration_number: Text(100).nullish(),
    entity_type: Text(30).nullish(),
    industry_code: z.string().length(4).nullish(),
    website: z.url().nullish(),
    ownership_exemption: Text(30).nullish(),
    ...shared,
  }),
]);

const ShownAddress = z.object({
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
  country: Country.nullable(),
});

const shown = {
  external_id: z.string().nullable(),
  email: z.email().nullable(),
  phone: z.e164().nullable(),
  address: ShownAddress.nullable(),
  metadata: z.record(z.string(), z.string()),
  tax_id_last4: z.string().max(4).nullable(),
};

const resource = {
  id: z.string().regex(/^cus_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
  status: z.enum(['active', 'suspended', 'closed']),
  status_reason: z.string().nullable(),
  verification: z.object({
    status: z.enum(['unverified', 'pending', 'verified', 'rejected']),
    level: z.enum(['standard', 'enhanced']).nullable(),
    verified_at: z.iso.datetime().nullable(),
  }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  version: z.int().min(1),
  object: z.literal('customer'),
  allowed_actions: z.array(z.enum(['suspend', 'reactivate', 'close', 'redact'])),
  redaction: z.null(),
};

/** A customer as callers see it. */
export const Customer = z.discriminatedUnion('type', [
  z.object({
    ...shown,
    type: z.literal('individual'),
    first_name: Name,
    middle_name: Name.nullable(),
    last_name: Name,
    latin_name: z
      .object({ first_name: Name.nullable(), middle_name: Name.nullable(), last_name: Name })
      .nullable(),
    date_of_birth: z.iso.date().nullable(),
    nationality: Country.nullable(),
    ...resource,
  }),
  z.object({
    ...shown,
    type: z.literal('business'),
    legal_name: Name,
    latin_name: z.object({ legal_name: Name }).nullable(),
    registration_number: z.string().nullable(),
    incorporation_country: Country,
    entity_type: z.string().nullable(),
    industry_code: z.string().nullable(),
    website: z.string().nullable(),
    ownership_exemption: z.string().nullable(),
    owners_declared_at: z.string().nullable(),
    ...resource,
  }),
]);

const actions: Readonly<Record<string, readonly string[]>> = {
  active: ['suspend', 'close'],
  suspended: ['reactivate', 'close'],
  closed: ['redact'],
};

/** The resource that callers see of a stored customer. */
export const shownOf = (item: Record<string, unknown>) =>
  Customer.parse({
    ...item,
    metadata: JSON.parse(String(item.metadata)),
    object: 'customer',
    allowed_actions: actions[String(item.status)] ?? [],
    redaction: null,
  });

/** An address with every field there. */
export const addressOf = (address: z.infer<typeof Address> | null | undefined) =>
  address
    ? {
        line1: address.line1 ?? null,
        line2: address.line2 ?? null,
        city: address.city ?? null,
        state: address.state ?? null,
        postal_code: address.postal_code ?? null,
        country: address.country ?? null,
      }
    : null;
