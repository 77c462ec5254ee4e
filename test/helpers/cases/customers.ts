import { randomUUID } from 'node:crypto';
import type { Customer } from '../../../functions/customers/model.ts';
import { aCustomer, aStoredCustomer } from '../fixtures/customers.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Any } from '../printed-document.ts';
import { aCase, type Case } from './case.ts';

/** The least that makes a customer. */
const least = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };

/**
 * What the store of customers alone does not make: a tax id that KMS has sealed, the job that brings a suspended customer's
 * cards into line, and the marker of an external_id that was given up.
 */
const needsCalls = (more: object, status: Customer['status']): boolean =>
  'tax_id' in more || status === 'suspended' || ('external_id' in more && status === 'closed');

/** A customer with no more than what a case is about, so that its cost is the case's own; nothing may have been told of it. */
export const aPlainCustomer = (
  tenant: Tenant,
  more: object = {},
  status: Customer['status'] = 'active',
): Promise<Any> =>
  needsCalls(more, status)
    ? aCustomer(tenant, { ...least, ...more }, status)
    : aStoredCustomer(tenant, { ...least, ...more }, { status });

/** One of which it is told that it was created. */
export const aCreatedCustomer = (tenant: Tenant): Promise<Any> => aCustomer(tenant, least);

/** A key that has created a customer. */
export const aUsedKey = async ({ call }: Tenant) => {
  const headers = { 'idempotency-key': randomUUID() };
  await call({ method: 'POST', path: '/customers', body: least, headers });
  return headers;
};

const full = () => ({ ...least, email: 'ada@example.com', external_id: randomUUID(), tax_id: '123-45-6789' });

/** Creating, reading and changing customers. */
export const customerCases = {
  'customers.create': [
    aCase('with the least there is', 201, ['TransactWriteItems'], () => ({ body: least })),
    aCase('with e-mail, external_id and tax id', 201, ['Encrypt + GenerateMac', 'TransactWriteItems'], () => ({
      body: full(),
    })),
    aCase('again with the same key', 201, ['TransactWriteItems'], async (tenant) => ({
      body: least,
      headers: await aUsedKey(tenant),
    })),
    aCase('again with another body', 422, ['Encrypt + GenerateMac', 'TransactWriteItems'], async (tenant) => ({
      body: full(),
      headers: await aUsedKey(tenant),
    })),
    aCase('with an external_id that is taken', 409, ['TransactWriteItems', 'GetItem'], async (tenant) => {
      const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() });
      return { body: { ...least, external_id } };
    }),
    aCase('with a body that is not valid', 400, [], () => ({ body: {} })),
  ],
  'customers.get': [
    aCase('that exists', 200, ['GetItem'], async (tenant) => ({
      params: { customer_id: (await aPlainCustomer(tenant)).id },
    })),
    aCase('that the caller has already', 304, ['GetItem'], async (tenant) => {
      const { id } = await aPlainCustomer(tenant);
      return { params: { customer_id: id }, headers: { 'if-none-match': '"1"' } };
    }),
    aCase('by an id that is none', 404, [], () => ({ params: { customer_id: 'nobody' } })),
  ],
  'customers.list': [
    aCase('all', 200, ['Query'], async (tenant) => {
      await aPlainCustomer(tenant);
      return {};
    }),
    aCase('by status', 200, ['Query + Query + Query + Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant);
      return { query: [['status', 'active']] };
    }),
    aCase('by verification', 200, ['Query + Query + Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant);
      return { query: [['verification_status', 'unverified']] };
    }),
    aCase('by both', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant);
      return {
        query: [
          ['status', 'active'],
          ['verification_status', 'unverified'],
        ],
      };
    }),
    aCase('by e-mail', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aPlainCustomer(tenant, { email: 'ada@example.com' });
      return { query: [['email', 'ADA@example.com']] };
    }),
    aCase('by an e-mail that nobody has', 200, ['Query'], () => ({ query: [['email', 'nobody@example.com']] })),
    // The one that has it, and those that had it until they were closed.
    aCase('by external_id', 200, ['GetItem', 'GetItem + Query'], async (tenant) => {
      const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() });
      return { query: [['external_id', external_id]] };
    }),
    aCase('by an external_id that only a closed one had', 200, ['GetItem', 'Query', 'BatchGetItem'], async (tenant) => {
      const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() }, 'closed');
      return { query: [['external_id', external_id]] };
    }),
    aCase('by an external_id that nobody has', 200, ['GetItem', 'Query'], () => ({
      query: [['external_id', 'nobody']],
    })),
  ],
} satisfies Record<string, readonly Case[]>;
