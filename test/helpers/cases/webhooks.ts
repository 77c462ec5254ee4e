import { randomUUID } from 'node:crypto';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook, webhookBody } from '../fixtures/webhooks.ts';
import type { Case } from '../route-cases.ts';

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
    {
      name: 'where there is room',
      arrange: () => ({ body: webhookBody() }),
      status: 201,
      asks: ['Query', 'Encrypt', 'TransactWriteItems'],
    },
    {
      name: 'with headers to be sealed',
      arrange: () => ({ body: webhookBody({ headers: { authorization: 'Bearer of-the-endpoint' } }) }),
      status: 201,
      asks: ['Query', 'Encrypt + Encrypt + GenerateMac', 'TransactWriteItems'],
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => ({ body: webhookBody(), headers: await aUsedKey(tenant) }),
      status: 201,
      asks: ['Query', 'Encrypt', 'TransactWriteItems', 'BatchGetItem'],
    },
    {
      name: 'where there is no room',
      arrange: async (tenant) => {
        const body = webhookBody();
        while ((await tenant.call({ method: 'POST', path: '/webhooks', body })).status === 201);
        return { body };
      },
      status: 409,
      asks: ['Query', 'GetItem'],
    },
    {
      name: 'at an address that is not allowed',
      arrange: () => ({ body: webhookBody({ url: 'https://10.0.0.1/hook' }) }),
      status: 400,
      asks: ['GetItem'],
    },
  ],
  'webhooks.list': [
    {
      name: 'all',
      arrange: async (tenant) => {
        await aWebhook(tenant);
        return {};
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    { name: 'where there are none', arrange: () => ({}), status: 200, asks: ['Query'] },
  ],
  'webhooks.get': [
    { name: 'that exists', arrange: (tenant) => aWebhookThat(tenant), status: 200, asks: ['BatchGetItem'] },
    {
      name: 'that is deleted',
      arrange: (tenant) => aWebhookThat(tenant, 'deleted'),
      status: 404,
      asks: ['BatchGetItem'],
    },
  ],
  'webhooks.update': [
    {
      name: 'of one field',
      arrange: async (tenant) => ({ ...(await aWebhookThat(tenant)), body: { description: 'Changed' } }),
      status: 200,
      asks: ['BatchGetItem', 'TransactWriteItems'],
    },
    {
      name: 'of a header',
      arrange: async (tenant) => {
        const { id } = await aWebhook(tenant, { headers: { a: 'one' } });
        return { params: { webhook_id: String(id) }, body: { headers: { a: 'other' } } };
      },
      status: 200,
      asks: ['BatchGetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'],
    },
    {
      name: 'of nothing',
      arrange: async (tenant) => ({ ...(await aWebhookThat(tenant)), body: { description: null } }),
      status: 200,
      asks: ['BatchGetItem'],
    },
  ],
  'webhooks.delete': [
    {
      name: 'that exists',
      arrange: (tenant) => aWebhookThat(tenant),
      status: 204,
      afterwards: 404,
      asks: ['BatchGetItem', 'TransactWriteItems', 'SendMessageBatch'],
    },
    {
      name: 'that is deleted already',
      arrange: (tenant) => aWebhookThat(tenant, 'deleted'),
      status: 404,
      asks: ['BatchGetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
