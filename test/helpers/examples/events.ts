import { aCustomer } from '../fixtures/customers.ts';
import { aDelivery, aRecovery } from '../fixtures/deliveries.ts';
import type { Tenant } from '../fixtures/tenants.ts';

const since = { limit: 10, created_after: '2026-01-01T00:00:00Z' };

/** Valid requests of the routes of events and deliveries. */
export const eventExamples = {
  'customers.timeline': async (tenant: Tenant) => ({
    params: { customer_id: (await aCustomer(tenant)).id },
    query: { ...since, type: 'customer.created' as const },
  }),
  'events.list': async (tenant: Tenant) => {
    const { id } = await aCustomer(tenant);
    return { query: { ...since, type: 'customer.created' as const, resource_id: id, customer_id: id } };
  },
  'events.get': async (tenant: Tenant) => ({ params: { event_id: (await aDelivery(tenant)).event_id } }),
  'event-types.list': async () => ({}),
  'deliveries.list': async (tenant: Tenant) => {
    const { webhook_id, event_id, event_type, status } = await aDelivery(tenant);
    return { query: { ...since, webhook_id, event_id, event_type, status } };
  },
  'deliveries.get': async (tenant: Tenant) => ({ params: { delivery_id: (await aDelivery(tenant)).id } }),
  'deliveries.list-attempts': async (tenant: Tenant) => ({
    params: { delivery_id: (await aDelivery(tenant)).id },
    query: { limit: 10 },
  }),
  'recoveries.get': async (tenant: Tenant) => ({ params: { recovery_id: (await aRecovery(tenant)).id } }),
  'recoveries.cancel': async (tenant: Tenant) => ({ params: { recovery_id: (await aRecovery(tenant)).id }, body: {} }),
  'deliveries.resend': async (tenant: Tenant) => ({ params: { delivery_id: (await aDelivery(tenant)).id }, body: {} }),
};
