import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook, makeRoom, webhookBody } from '../fixtures/webhooks.ts';

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
    return { body: webhookBody({ description: 'Ours' }), otherBody: webhookBody({ description: 'Theirs' }) };
  },
  'webhooks.list': async (tenant: Tenant) => {
    await aWebhook(tenant);
    return {};
  },
  'webhooks.get': naming,
  'webhooks.update': async (tenant: Tenant) => ({
    ...(await naming(tenant)),
    body: { description: 'Changed', headers: { 'x-environment': 'staging' }, metadata: { owner: 'billing' } },
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
    body: { scope: 'failed' as const, since: '2026-01-01T00:00:00Z', event_types: ['customer.*'], rate_per_second: 5 },
    otherBody: { scope: 'missing' as const, since: '2026-01-01T00:00:00Z' },
  }),
};
