import { randomUUID } from 'node:crypto';
import { createApiKey, rotateApiKeys } from '../../../functions/api-keys/routes.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook } from '../fixtures/webhooks.ts';
import type { Case } from '../route-cases.ts';

/** A pair that was rotated, so that two pairs open the door. */
const rotated = async (tenant: Tenant) => {
  const { body } = await tenant.operate(rotateApiKeys, { body: {} });
  return body.keys;
};

const anExpiring = async (tenant: Tenant) => {
  const { id } = (await rotated(tenant)).find(({ status }: { status: string }) => status === 'expiring');
  return { params: { api_key_id: String(id) } };
};

const aUsedKey = async (tenant: Tenant) => {
  const said = { body: {}, headers: { 'idempotency-key': randomUUID() } };
  await tenant.operate(rotateApiKeys, said);
  return said;
};

const restricted = {
  name: 'Reports',
  scopes: ['cards:read', 'events:read'],
  allowed_ips: ['203.0.113.0/24'],
  expires_at: '2099-12-31T00:00:00Z',
};

const aUsedRestrictedKey = async (tenant: Tenant) => {
  const said = { body: restricted, headers: { 'idempotency-key': randomUUID() } };
  await tenant.operate(createApiKey, said);
  return said;
};

/** What the dashboard does with keys. */
export const apiKeyCases = {
  'api-keys.list': [
    { name: 'all', arrange: () => ({}), status: 200, asks: ['GetItem', 'BatchGetItem'] },
    {
      name: 'after a rotation',
      arrange: async (tenant) => {
        await rotated(tenant);
        return {};
      },
      status: 200,
      asks: ['GetItem', 'BatchGetItem'],
    },
  ],
  'api-keys.get': [{ name: 'in its grace', arrange: anExpiring, status: 200, asks: ['GetItem', 'BatchGetItem'] }],
  'api-keys.create': [
    {
      name: 'with all that restricts it',
      arrange: () => ({ body: restricted }),
      status: 201,
      asks: ['BatchGetItem', 'TransactWriteItems'],
    },
    {
      name: 'again with the same key',
      arrange: aUsedRestrictedKey,
      status: 201,
      asks: ['BatchGetItem', 'GetItem', 'BatchGetItem'],
    },
    {
      name: 'that has ended already',
      arrange: () => ({ body: { ...restricted, expires_at: '2026-01-01T00:00:00Z' } }),
      status: 400,
      asks: ['BatchGetItem', 'GetItem'],
    },
  ],
  'api-keys.rotate': [
    {
      name: 'with a grace',
      arrange: () => ({ body: { grace_seconds: 3600 } }),
      status: 201,
      asks: ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
    },
    {
      name: 'again with the same key',
      arrange: aUsedKey,
      status: 201,
      asks: ['BatchGetItem', 'GetItem', 'BatchGetItem'],
    },
  ],
  'api-keys.revoke': [
    {
      name: 'in its grace',
      arrange: anExpiring,
      status: 200,
      asks: ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
    },
    {
      name: 'that is unknown',
      arrange: () => ({ params: { api_key_id: 'key_01h455vb4pex5vsknk084sn02q' } }),
      status: 404,
      asks: ['BatchGetItem', 'GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;

const looking = 'GetItem + Query + Query + Query + Query + Query + Query + Query + Query + Query';

/** What the home page asks. */
export const overviewCases = {
  'overview.get': [
    { name: 'of a business without anything', arrange: () => ({}), status: 200, asks: [looking] },
    {
      name: 'with a webhook and keys in their grace',
      arrange: async (tenant) => {
        await rotated(tenant);
        await aWebhook(tenant);
        return {};
      },
      status: 200,
      asks: [looking, 'BatchGetItem', 'BatchGetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
