import { randomUUID } from 'node:crypto';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook, webhookBody } from '../fixtures/webhooks.ts';
import { aCase, type Case } from './case.ts';

/** A key that has created a webhook. */
const aUsedKey = async ({ call }: Tenant) => {
  const headers = { 'idempotency-key': randomUUID() };
  await call({ method: 'POST', path: '/webhooks', body: webhookBody(), headers });
  return headers;
};

const aWebhookThat = async (tenant: Tenant, status?: 'enabled' | 'disabled' | 'deleted') => ({
  params: { webhook_id: String((await aWebhook(tenant, {}, status)).id) },
});

/** Creating, reading, changing and deleting webhooks. */
export const webhookCases = {
  'webhooks.create': [
    aCase('where there is room', 201, ['Query', 'Encrypt', 'TransactWriteItems'], () => ({ body: webhookBody() })),
    aCase('with headers to be sealed', 201, ['Query', 'Encrypt + Encrypt + GenerateMac', 'TransactWriteItems'], () => ({
      body: webhookBody({ headers: { authorization: 'Bearer of-the-endpoint' } }),
    })),
    aCase(
      'again with the same key',
      201,
      ['Query', 'Encrypt', 'TransactWriteItems', 'BatchGetItem'],
      async (tenant) => ({ body: webhookBody(), headers: await aUsedKey(tenant) }),
    ),
    aCase('where there is no room', 409, ['Query', 'GetItem'], async (tenant) => {
      const body = webhookBody();
      while ((await tenant.call({ method: 'POST', path: '/webhooks', body })).status === 201);
      return { body };
    }),
    aCase('at an address that is not allowed', 400, ['GetItem'], () => ({
      body: webhookBody({ url: 'https://10.0.0.1/hook' }),
    })),
  ],
  'webhooks.list': [
    aCase('all', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aWebhook(tenant);
      return {};
    }),
    aCase('where there are none', 200, ['Query']),
  ],
  'webhooks.get': [
    aCase('that exists', 200, ['BatchGetItem'], aWebhookThat),
    aCase('that is deleted', 404, ['BatchGetItem'], (tenant) => aWebhookThat(tenant, 'deleted')),
  ],
  'webhooks.update': [
    aCase('of one field', 200, ['BatchGetItem', 'TransactWriteItems'], async (tenant) => ({
      ...(await aWebhookThat(tenant)),
      body: { description: 'Changed' },
    })),
    aCase('of a header', 200, ['BatchGetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'], async (tenant) => {
      const { id } = await aWebhook(tenant, { headers: { a: 'one' } });
      return { params: { webhook_id: String(id) }, body: { headers: { a: 'other' } } };
    }),
    aCase('of nothing', 200, ['BatchGetItem'], async (tenant) => ({
      ...(await aWebhookThat(tenant)),
      body: { description: null },
    })),
  ],
  'webhooks.delete': [
    aCase('that exists', 204, ['BatchGetItem', 'TransactWriteItems', 'SendMessageBatch'], aWebhookThat, {
      afterwards: 404,
    }),
    aCase('that is deleted already', 404, ['BatchGetItem'], (tenant) => aWebhookThat(tenant, 'deleted')),
  ],
} satisfies Record<string, readonly Case[]>;
