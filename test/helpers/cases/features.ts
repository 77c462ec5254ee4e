import { randomUUID } from 'node:crypto';
import { aStoredCustomer, aVerifiedCustomer, completePerson } from '../fixtures/customers.ts';
import { anActiveFeature } from '../fixtures/features.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Case } from '../route-cases.ts';

const feature = 'virtual_cards';
const nobody = { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' };

const verified = async (tenant: Tenant) => ({
  params: { customer_id: String((await aVerifiedCustomer(tenant)).id), feature },
});
const fresh = async (tenant: Tenant) => ({
  params: { customer_id: String((await aStoredCustomer(tenant, completePerson())).id), feature },
});
const active = async (tenant: Tenant) => ({
  params: { customer_id: String((await anActiveFeature(tenant)).customer_id), feature },
});

/** A fresh customer whose verification is open. */
const underWay = async (tenant: Tenant) => {
  const said = await fresh(tenant);
  const path = `/customers/${said.params.customer_id}/verifications`;
  await tenant.call({ method: 'POST', path, body: { level: 'standard' } });
  return said;
};

const usedKey = async (tenant: Tenant, said: { params: { customer_id: string } }, action: string) => {
  const headers = { 'idempotency-key': randomUUID() };
  const path = `/customers/${said.params.customer_id}/features/${feature}/${action}`;
  await tenant.call({ method: 'POST', path, headers });
  return { ...said, headers };
};

/** Read side by side: the open verification, and what documents there are. */
const looking = ['BatchGetItem', 'GetItem + Query'];
const done = ['BatchGetItem', 'TransactWriteItems'];

/** What customers may use. */
export const featureCases = {
  'features.list': [{ name: 'all', arrange: () => ({}), status: 200, asks: [] }],
  'customer-features.list': [
    { name: 'of a verified customer', arrange: verified, status: 200, asks: ['BatchGetItem', 'Query'] },
    { name: 'of a fresh customer', arrange: fresh, status: 200, asks: ['BatchGetItem', 'Query'] },
    { name: 'of one whose verification is open', arrange: underWay, status: 200, asks: looking },
    { name: 'of nobody', arrange: () => ({ params: nobody }), status: 404, asks: ['BatchGetItem'] },
  ],
  'customer-features.get': [
    { name: 'of a verified customer', arrange: verified, status: 200, asks: ['BatchGetItem'] },
    { name: 'of a fresh customer', arrange: fresh, status: 200, asks: ['BatchGetItem', 'Query'] },
    { name: 'of one whose verification is open', arrange: underWay, status: 200, asks: looking },
  ],
  'customer-features.activate': [
    { name: 'of a verified customer', arrange: verified, status: 200, asks: done },
    {
      name: 'that would be',
      arrange: async (tenant) => ({ ...(await verified(tenant)), body: { dry_run: true } }),
      status: 200,
      asks: done,
    },
    { name: 'that is active', arrange: active, status: 200, asks: done },
    {
      name: 'again with the same key',
      arrange: async (tenant) => usedKey(tenant, await verified(tenant), 'activate'),
      status: 200,
      asks: ['BatchGetItem'],
    },
    { name: 'of one whose verification is open', arrange: underWay, status: 422, asks: [...looking, 'GetItem'] },
  ],
  'customer-features.deactivate': [
    { name: 'that is active', arrange: active, status: 200, asks: done },
    { name: 'that is not active', arrange: underWay, status: 200, asks: [...looking, 'TransactWriteItems'] },
    {
      name: 'again with the same key',
      arrange: async (tenant) => usedKey(tenant, await active(tenant), 'deactivate'),
      status: 200,
      asks: ['BatchGetItem'],
    },
    {
      name: 'of nobody',
      arrange: () => ({ params: { ...nobody, feature } }),
      status: 404,
      asks: ['BatchGetItem', 'GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
