import { agreementBody, anAgreement } from '../fixtures/agreements.ts';
import { aStoredCustomer } from '../fixtures/customers.ts';
import type { Tenant } from '../fixtures/tenants.ts';

/** Valid requests of the routes of agreements. */
export const agreementExamples = {
  'agreements.create': async (tenant: Tenant) => ({
    params: { customer_id: String((await aStoredCustomer(tenant)).id) },
    body: agreementBody(),
    otherBody: agreementBody({ version: '2026-12-01' }),
  }),
  'agreements.list': async (tenant: Tenant) => ({
    params: { customer_id: String((await anAgreement(tenant)).customer_id) },
    query: { limit: 10, created_after: '2026-01-01T00:00:00Z' },
  }),
  'agreements.get': async (tenant: Tenant) => ({
    params: { agreement_id: String((await anAgreement(tenant)).id) },
  }),
};
