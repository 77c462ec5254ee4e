import { addressesOf, identityOf } from '../../functions/domain/customers/customer.ts';
import type { VerificationCase } from '../../functions/domain/verifications/outcome.ts';
import type { Verification } from '../../functions/domain/verifications/verification.ts';
import { anAddress, anIndividual } from './some-customers.ts';

/** A person from whose profile nothing is missing. */
export const aCompletePerson = (over: Parameters<typeof anIndividual>[0] = {}) =>
  anIndividual({
    date_of_birth: '1990-04-23',
    nationality: 'GB',
    address: anAddress({ line1: '1 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' }),
    ...over,
  });

/** A stored verification; what the test does not say is as plain as can be. */
export const aStoredVerification = (over: Partial<Verification> = {}): Verification => ({
  id: 'idv_01jd5fq7k9e8xv3m2n4p6r8t0w',
  tenant_id: 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a',
  customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0w',
  level: 'standard',
  document_ids: [],
  status: 'requires_input',
  last_error: null,
  submitted_at: null,
  decided_at: null,
  identity: null,
  addresses: null,
  tried_document_ids: [],
  cured_errors: [],
  reviewing: false,
  review: null,
  due_at: null,
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:05.678Z',
  version: 1,
  ...over,
});

/** A verification in processing, of a customer as it was submitted. */
export const aSubmittedCase = (
  over: Partial<VerificationCase['customer']> = {},
  level: Verification['level'] = 'standard',
) => {
  const customer = aCompletePerson({ verification: pending, ...over } as object);
  const verification = aStoredVerification({
    status: 'processing',
    level,
    identity: identityOf(customer),
    addresses: addressesOf(customer),
    submitted_at: '2026-11-20T15:00:00.000Z',
    due_at: '2026-11-20T15:02:30.000Z',
    version: 2,
  });
  return { verification, customer, papers: { named: [], others: [] } } satisfies VerificationCase;
};

/** What a customer is summed up as while a first verification is decided. */
export const pending = { status: 'pending', level: null, verified_at: null } as const;
