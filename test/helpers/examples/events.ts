import { idsAt } from '../../../functions/core/new-id.ts';
import { aCustomer } from '../fixtures/customers.ts';
import { aDelivery, aRecovery } from '../fixtures/deliveries.ts';
import { aRecordedRequest } from '../fixtures/requests.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook, makeRoom, webhookBody } from '../fixtures/webhooks.ts';

const since = { limit: 10, created_after: '2026-01-01T00:00:00Z' };

/** Valid requests of the routes of events and deliveries. */
export const eventExamples = {
  'customers.timeline': async (tenant: Tenant) => ({
    params: { customer_id: (await aCustomer(tenant)).id },
    query: { ...since, type: 'customer.created' as const },
  }),
  'events.list': async (tenant: Tenant) => {
    const { id } = await aCustomer(tenant);
    return {
      query: { ...since, type: 'customer.created' as const, resource_id: id, customer_id: id },
    };
  },
  'requests.list': async (tenant: Tenant) => {
    const resource_id = idsAt(new Date())('customer');
    const { method, route, actor } = await aRecordedRequest(tenant, { resource_id });
    const exact = { status_class: '2xx' as const, method: method as 'POST', route };
    return { query: { ...since, ...exact, actor_id: String(actor?.id), resource_id } };
  },
  'requests.get': async (tenant: Tenant) => ({
    params: { request_id: (await aRecordedRequest(tenant)).request_id },
  }),
  'events.get': async (tenant: Tenant) => ({
    params: { event_id: (await aDelivery(tenant)).event_id },
  }),
  'event-types.list': async () => ({}),
  'deliveries.list': async (tenant: Tenant) => {
    const { webhook_id, event_id, event_type, status } = await aDelivery(tenant);
    return { query: { ...since, webhook_id, event_id, event_type, status } };
  },
  'deliveries.get': async (tenant: Tenant) => ({
    params: { delivery_id: (await aDelivery(tenant)).id },
  }),
  'deliveries.list-attempts': async (tenant: Tenant) => ({
    params: { delivery_id: (await aDelivery(tenant)).id },
    query: { limit: 10 },
  }),
  'recoveries.get': async (tenant: Tenant) => ({
    params: { recovery_id: (await aRecovery(tenant)).id },
  }),
  'recoveries.cancel': async (tenant: Tenant) => ({
    params: { recovery_id: (await aRecovery(tenant)).id },
    body: {},
  }),
  'deliveries.resend': async (tenant: Tenant) => ({
    params: { delivery_id: (await aDelivery(tenant)).id },
    body: {},
  }),
};

const acting = (status: 'enabled' | 'disabled') => async (tenant: Tenant) => ({
  params: { webhook_id: (await aWebhook(tenant, {}, status)).id },
  body: { reason: 'As the operators asked' },
  otherBody: { reason: 'As the customers asked' },
});

const naming = async (tenant: Tenant) => ({ params: { webhook_id: (await aWebhook(tenant)).id } });

/** Valid requests of the routes of webhooks. */
export const webhookExamples = {
  'webhooks.create': async (tenant: Tenant) => {
    await makeRoom(tenant);
    return {
      body: webhookBody({ description: 'Ours' }),
      otherBody: webhookBody({ description: 'Theirs' }),
    };
  },
  'webhooks.list': async (tenant: Tenant) => {
    await aWebhook(tenant);
    return {};
  },
  'webhooks.get': naming,
  'webhooks.get-statistics': naming,
  'webhooks.update': async (tenant: Tenant) => ({
    ...(await naming(tenant)),
    body: {
      description: 'Changed',
      headers: { 'x-environment': 'staging' },
      metadata: { owner: 'billing' },
    },
  }),
  'webhooks.delete': naming,
  'webhooks.enable': acting('disabled'),
  'webhooks.disable': acting('enabled'),
  'webhooks.rotate-secret': async (tenant: Tenant) => ({
    ...(await naming(tenant)),
    body: { grace_seconds: 60 },
    otherBody: { grace_seconds: 61 },
  }),
  'webhooks.test': async (tenant: Tenant) => ({
    ...(await naming(tenant)),
    body: { event_type: 'customer.created' as const },
    otherBody: { event_type: 'customer.closed' as const },
  }),
  'webhooks.recover': async (tenant: Tenant) => ({
    ...(await naming(tenant)),
    body: {
      scope: 'failed' as const,
      since: '2026-01-01T00:00:00Z',
      event_types: ['customer.*'],
      rate_per_second: 5,
    },
    otherBody: { scope: 'missing' as const, since: '2026-01-01T00:00:00Z' },
  }),
};
