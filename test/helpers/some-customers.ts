import type { Customer } from '../../functions/domain/customers/customer.ts';

const standing = {
  id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
  tenant_id: 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a',
  status: 'active',
  status_reason: null,
  redaction: null,
  verification: { status: 'unverified', level: null, verified_at: null },
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:05.678Z',
  version: 1,
  external_id: null,
  email: null,
  phone: null,
  address: null,
  metadata: {},
  tax_id_last4: null,
  tax_id_sealed: null,
  tax_id_fingerprint: null,
} as const;

/** A stored individual; what the test does not say is as plain as can be. */
export const anIndividual = (over: Partial<Extract<Customer, { type: 'individual' }>> = {}) =>
  ({
    ...standing,
    type: 'individual',
    first_name: 'Ada',
    middle_name: null,
    last_name: 'King',
    date_of_birth: null,
    nationality: null,
    ...over,
  }) satisfies Customer;

/** A stored business customer. */
export const aBusinessCustomer = (over: Partial<Extract<Customer, { type: 'business' }>> = {}) =>
  ({
    ...standing,
    type: 'business',
    legal_name: 'Analytical Engines Ltd',
    registration_number: null,
    incorporation_country: 'GB',
    representative: null,
    ...over,
  }) satisfies Customer;

/** An address of which only some fields are set. */
export const anAddress = (over: Partial<NonNullable<Customer['address']>> = {}) => ({
  line1: null,
  line2: null,
  city: null,
  state: null,
  postal_code: null,
  country: null,
  ...over,
});

/** A verified standing. */
export const verified = { status: 'verified', level: 'standard', verified_at: '2026-02-03T04:05:06.789Z' } as const;
