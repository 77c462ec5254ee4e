import assert from 'node:assert/strict';
import type { VerificationSummary } from '../../functions/domain/customers/customer.ts';
import { individual, type Tenant } from './given.ts';
import { aStoredCustomer } from './given-stored-customers.ts';
import { accepted } from './given-verifications.ts';
import type { Any } from './printed-document.ts';

type By = Pick<Tenant, 'tenant_id' | 'call' | 'put'>;

/** Everything that an identity check asks of a person, and a name that the sandbox verifies. */
export const completePerson = (fields: object = {}) =>
  individual({
    last_name: 'Lovelace',
    date_of_birth: '1990-04-23',
    nationality: 'GB',
    phone: '+441632960961',
    address: { line1: '1 St James’s Square', city: 'London', postal_code: 'SW1Y 4JH', country: 'GB' },
    ...fields,
  });

const documentsFor = {
  standard: ['passport', 'selfie'],
  enhanced: ['passport', 'selfie', 'proof_of_address'],
} as const;

/** A verification as its submission answers it, of a customer with everything that is needed. */
export const aSubmittedVerification = async (
  tenant: By,
  { customer_id, level = 'standard' }: { customer_id: string; level?: keyof typeof documentsFor },
): Promise<Any> => {
  const document_ids = await accepted(tenant, customer_id, documentsFor[level]);
  const path = `/customers/${customer_id}/verifications`;
  const begun = await tenant.call({ method: 'POST', path, body: { level, document_ids } });
  assert.equal(begun.status, 201, begun.text);
  const submitted = await tenant.call({ method: 'POST', path: `/verifications/${begun.body.id}/submit` });
  assert.equal(submitted.status, 200, submitted.text);
  return submitted.body;
};

/**
 * A customer whose identity is verified, as GET shows it. It says so in the store at once: how one gets there is what
 * `features-followed.test.ts` and the tests of verifications walk through.
 */
export const aVerifiedCustomer = async (
  tenant: Pick<By, 'tenant_id' | 'put'>,
  fields: object = {},
  level: keyof typeof documentsFor = 'standard',
): Promise<Any> => {
  const verification: VerificationSummary = { status: 'verified', level, verified_at: new Date().toISOString() };
  return aStoredCustomer(tenant, completePerson(fields), { verification });
};

/** A verified customer who has a feature, as the activation answers it. */
export const anActiveFeature = async (tenant: By, feature = 'virtual_cards', customerId?: string): Promise<Any> => {
  const id = customerId ?? (await aVerifiedCustomer(tenant)).id;
  const path = `/customers/${id}/features/${feature}/activate`;
  const { status, text, body } = await tenant.call({ method: 'POST', path });
  assert.equal(status, 200, text);
  return body;
};
