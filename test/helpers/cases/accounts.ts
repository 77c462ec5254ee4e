import { randomUUID } from 'node:crypto';
import { createApiKey, rotateApiKeys } from '../../../functions/tenants/api-keys/routes.ts';
import { aDelivery } from '../fixtures/deliveries.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aWebhook } from '../fixtures/webhooks.ts';
import { aCase, type Case } from './case.ts';
import { aUsedKey } from './customers.ts';

/** Accounts are only read. */
export const accountCases = {
  'accounts.list': [aCase('all', 200, ['Query'])],
  'accounts.get': [
    aCase('its own', 200, ['GetItem'], ({ account_id }) => ({ params: { account_id } })),
    aCase('unknown', 404, ['GetItem'], () => ({
      params: { account_id: 'acct_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
} satisfies Record<string, readonly Case[]>;

/** A pair that was rotated, so that two pairs are valid. */
const rotated = async (tenant: Tenant) => {
  const { body } = await tenant.operate(rotateApiKeys, { body: {} });
  return body.keys;
};

const anExpiring = async (tenant: Tenant) => {
  const { id } = (await rotated(tenant)).find(
    ({ status }: { status: string }) => status === 'expiring',
  );
  return { params: { api_key_id: String(id) } };
};

const aRepeatedRotation = async (tenant: Tenant) => {
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

const aRepeatedCreation = async (tenant: Tenant) => {
  const said = { body: restricted, headers: { 'idempotency-key': randomUUID() } };
  await tenant.operate(createApiKey, said);
  return said;
};

/** The dashboard's calls about keys. */
export const apiKeyCases = {
  'api-keys.list': [
    aCase('all', 200, ['GetItem', 'BatchGetItem']),
    aCase('after a rotation', 200, ['GetItem', 'BatchGetItem'], async (tenant) => {
      await rotated(tenant);
      return {};
    }),
  ],
  'api-keys.get': [aCase('in its grace', 200, ['GetItem', 'BatchGetItem'], anExpiring)],
  'api-keys.create': [
    aCase('with all that restricts it', 201, ['BatchGetItem', 'TransactWriteItems'], () => ({
      body: restricted,
    })),
    aCase(
      'again with the same key',
      201,
      ['BatchGetItem', 'GetItem', 'BatchGetItem'],
      aRepeatedCreation,
    ),
    aCase('that has ended already', 400, ['BatchGetItem', 'GetItem'], () => ({
      body: { ...restricted, expires_at: '2026-01-01T00:00:00Z' },
    })),
  ],
  'api-keys.rotate': [
    aCase('with a grace', 201, ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'], () => ({
      body: { grace_seconds: 3600 },
    })),
    aCase(
      'again with the same key',
      201,
      ['BatchGetItem', 'GetItem', 'BatchGetItem'],
      aRepeatedRotation,
    ),
  ],
  'api-keys.revoke': [
    aCase('in its grace', 200, ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'], anExpiring),
    aCase('that is unknown', 404, ['BatchGetItem', 'GetItem'], () => ({
      params: { api_key_id: 'key_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
} satisfies Record<string, readonly Case[]>;

const looking = ['BatchGetItem', 'GetItem', ...Array(10).fill('Query')].join(' + ');

/** The calls of the home page. */
export const overviewCases = {
  'overview.get': [
    aCase('of a business without anything', 200, [looking]),
    aCase(
      'with a webhook and keys in their grace',
      200,
      [looking, 'BatchGetItem', 'BatchGetItem'],
      async (tenant) => {
        await rotated(tenant);
        await aWebhook(tenant);
        return {};
      },
    ),
  ],
  'overview.get-figures': [
    aCase('of a business without anything', 200, ['BatchGetItem + Query + Query']),
    aCase('with a delivery', 200, ['BatchGetItem + Query + Query'], async (tenant) => {
      await aDelivery(tenant);
      return {};
    }),
  ],
} satisfies Record<string, readonly Case[]>;

/** The routes that describe the service itself. */
export const referenceCases = {
  'idempotency-keys.list': [
    aCase('of a key that acted', 200, ['Query'], async (tenant) => ({
      query: [['key', (await aUsedKey(tenant))['idempotency-key']]],
    })),
  ],
  'openapi.get': [aCase('without a key', 200, [])],
  'openapi.llms': [aCase('without a key', 200, [])],
  'openapi.page': [
    aCase('without a key', 200, [], () => ({ params: { page: 'cards.md' } })),
    aCase('that does not exist', 404, [], () => ({ params: { page: 'yachts.md' } })),
  ],
  'openapi.error': [
    aCase('without a key', 200, [], () => ({ params: { code: 'version_mismatch' } })),
    aCase('that does not exist', 404, [], () => ({ params: { code: 'out_of_money' } })),
  ],
  'simulations.scenarios': [aCase('all', 200, [])],
} satisfies Record<string, readonly Case[]>;
