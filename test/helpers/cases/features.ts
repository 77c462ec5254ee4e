import { aStoredCustomer, aVerifiedCustomer, completePerson } from '../fixtures/customers.ts';
import { anActiveFeature } from '../fixtures/features.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aCase, again, type Case } from './case.ts';

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

const usedKey = (tenant: Tenant, said: { params: { customer_id: string } }, action: string) =>
  again(tenant, `/customers/${said.params.customer_id}/features/${feature}/${action}`, said);

/** Read side by side: the open verification, and what documents there are. */
const looking = ['BatchGetItem', 'GetItem + Query'];
const done = ['BatchGetItem', 'TransactWriteItems'];

/** The features that customers may use. */
export const featureCases = {
  'features.list': [aCase('all', 200, [])],
  'customer-features.list': [
    aCase('of a verified customer', 200, ['BatchGetItem', 'Query'], verified),
    aCase('of a fresh customer', 200, ['BatchGetItem', 'Query'], fresh),
    aCase('of one whose verification is open', 200, looking, underWay),
    aCase('of nobody', 404, ['BatchGetItem'], () => ({ params: nobody })),
  ],
  'customer-features.get': [
    aCase('of a verified customer', 200, ['BatchGetItem'], verified),
    aCase('of a fresh customer', 200, ['BatchGetItem', 'Query'], fresh),
    aCase('of one whose verification is open', 200, looking, underWay),
  ],
  'customer-features.activate': [
    aCase('of a verified customer', 200, done, verified),
    aCase('that would be', 200, done, async (tenant) => ({
      ...(await verified(tenant)),
      body: { dry_run: true },
    })),
    aCase('that is active', 200, done, active),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      usedKey(tenant, await verified(tenant), 'activate'),
    ),
    aCase('of one whose verification is open', 422, [...looking, 'GetItem'], underWay),
  ],
  'customer-features.deactivate': [
    aCase('that is active', 200, done, active),
    aCase('that is not active', 200, [...looking, 'TransactWriteItems'], underWay),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) =>
      usedKey(tenant, await active(tenant), 'deactivate'),
    ),
    aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({
      params: { ...nobody, feature },
    })),
  ],
} satisfies Record<string, readonly Case[]>;
