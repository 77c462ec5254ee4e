import { randomUUID } from 'node:crypto';
import type { Tenant } from '../given.ts';
import { aWebhook, webhookBody } from '../given-webhooks.ts';
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
      units: 7,
    },
    {
      name: 'with headers to be sealed',
      arrange: () => ({ body: webhookBody({ headers: { authorization: 'Bearer of-the-endpoint' } }) }),
      status: 201,
      asks: ['Query', 'Encrypt + Encrypt + GenerateMac', 'TransactWriteItems'],
      units: 7,
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => ({ body: webhookBody(), headers: await aUsedKey(tenant) }),
      status: 201,
      asks: ['Query', 'Encrypt', 'TransactWriteItems', 'BatchGetItem'],
      units: 3,
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
      units: 2,
    },
    {
      name: 'at an address that is not allowed',
      arrange: () => ({ body: webhookBody({ url: 'https://10.0.0.1/hook' }) }),
      status: 400,
      asks: ['GetItem'],
      units: 1,
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
      units: 3,
    },
    { name: 'where there are none', arrange: () => ({}), status: 200, asks: ['Query'], units: 1 },
  ],
  'webhooks.get': [
    {
      name: 'that exists',
      arrange: (tenant) => aWebhookThat(tenant),
      status: 200,
      asks: ['BatchGetItem'],
      units: 2,
    },
    {
      name: 'that is deleted',
      arrange: (tenant) => aWebhookThat(tenant, 'deleted'),
      status: 404,
      asks: ['BatchGetItem'],
      units: 2,
    },
  ],
  'webhooks.update': [
    {
      name: 'of one field',
      arrange: async (tenant) => ({ ...(await aWebhookThat(tenant)), body: { description: 'Changed' } }),
      status: 200,
      asks: ['BatchGetItem', 'TransactWriteItems'],
      units: 4,
    },
    {
      name: 'of a header',
      arrange: async (tenant) => {
        const { id } = await aWebhook(tenant, { headers: { a: 'one' } });
        return { params: { webhook_id: String(id) }, body: { headers: { a: 'other' } } };
      },
      status: 200,
      asks: ['BatchGetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'],
      units: 4,
    },
    {
      name: 'of nothing',
      arrange: async (tenant) => ({ ...(await aWebhookThat(tenant)), body: { description: null } }),
      status: 200,
      asks: ['BatchGetItem'],
      units: 2,
    },
  ],
  'webhooks.delete': [
    {
      name: 'that exists',
      arrange: (tenant) => aWebhookThat(tenant),
      status: 204,
      afterwards: 404,
      asks: ['BatchGetItem', 'TransactWriteItems', 'SendMessageBatch'],
      units: 9,
    },
    {
      name: 'that is deleted already',
      arrange: (tenant) => aWebhookThat(tenant, 'deleted'),
      status: 404,
      asks: ['BatchGetItem'],
      units: 2,
    },
  ],
} satisfies Record<string, readonly Case[]>;
