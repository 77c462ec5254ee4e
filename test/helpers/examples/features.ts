import { aCustomer, aVerifiedCustomer } from '../fixtures/customers.ts';
import { anActiveFeature } from '../fixtures/features.ts';
import type { Tenant } from '../fixtures/tenants.ts';

const feature = 'virtual_cards' as const;
const ofCustomer = async (tenant: Tenant) => ({
  params: { customer_id: String((await aCustomer(tenant)).id), feature },
});

/** Valid requests of the routes of features. */
export const featureExamples = {
  'features.list': async () => ({ query: { limit: 2 } }),
  'customer-features.list': async (tenant: Tenant) => ({
    params: { customer_id: String((await aCustomer(tenant)).id) },
    query: { limit: 2 },
  }),
  'customer-features.get': ofCustomer,
  'customer-features.activate': async (tenant: Tenant) => ({
    params: { customer_id: String((await aVerifiedCustomer(tenant)).id), feature },
    body: {},
    otherBody: { dry_run: true },
  }),
  'customer-features.deactivate': async (tenant: Tenant) => ({
    params: { customer_id: String((await anActiveFeature(tenant)).customer_id), feature },
    body: { reason: 'As the customer asked' },
    otherBody: { reason: 'As the police asked' },
  }),
};
