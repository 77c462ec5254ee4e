import { randomUUID } from 'node:crypto';
import type { Customer } from '../../../functions/customers/model.ts';
import { aCustomer, aStoredCustomer } from '../fixtures/customers.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Any } from '../printed-document.ts';
import type { Case } from '../route-cases.ts';

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
    { name: 'with the least there is', arrange: () => ({ body: least }), status: 201, asks: ['TransactWriteItems'] },
    {
      name: 'with e-mail, external_id and tax id',
      arrange: () => ({ body: full() }),
      status: 201,
      asks: ['Encrypt + GenerateMac', 'TransactWriteItems'],
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => ({ body: least, headers: await aUsedKey(tenant) }),
      status: 201,
      asks: ['TransactWriteItems'],
    },
    {
      name: 'again with another body',
      arrange: async (tenant) => ({ body: full(), headers: await aUsedKey(tenant) }),
      status: 422,
      asks: ['Encrypt + GenerateMac', 'TransactWriteItems'],
    },
    {
      name: 'with an external_id that is taken',
      arrange: async (tenant) => {
        const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() });
        return { body: { ...least, external_id } };
      },
      status: 409,
      asks: ['TransactWriteItems', 'GetItem'],
    },
    { name: 'with a body that is not valid', arrange: () => ({ body: {} }), status: 400, asks: [] },
  ],
  'customers.get': [
    {
      name: 'that exists',
      arrange: async (tenant) => ({ params: { customer_id: (await aPlainCustomer(tenant)).id } }),
      status: 200,
      asks: ['GetItem'],
    },
    {
      name: 'that the caller has already',
      arrange: async (tenant) => {
        const { id } = await aPlainCustomer(tenant);
        return { params: { customer_id: id }, headers: { 'if-none-match': '"1"' } };
      },
      status: 304,
      asks: ['GetItem'],
    },
    { name: 'by an id that is none', arrange: () => ({ params: { customer_id: 'nobody' } }), status: 404, asks: [] },
  ],
  'customers.list': [
    {
      name: 'all',
      arrange: async (tenant) => {
        await aPlainCustomer(tenant);
        return {};
      },
      status: 200,
      asks: ['Query'],
    },
    {
      name: 'by status',
      arrange: async (tenant) => {
        await aPlainCustomer(tenant);
        return { query: [['status', 'active']] };
      },
      status: 200,
      asks: ['Query + Query + Query + Query', 'BatchGetItem'],
    },
    {
      name: 'by verification',
      arrange: async (tenant) => {
        await aPlainCustomer(tenant);
        return { query: [['verification_status', 'unverified']] };
      },
      status: 200,
      asks: ['Query + Query + Query', 'BatchGetItem'],
    },
    {
      name: 'by both',
      arrange: async (tenant) => {
        await aPlainCustomer(tenant);
        return {
          query: [
            ['status', 'active'],
            ['verification_status', 'unverified'],
          ],
        };
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    {
      name: 'by e-mail',
      arrange: async (tenant) => {
        await aPlainCustomer(tenant, { email: 'ada@example.com' });
        return { query: [['email', 'ADA@example.com']] };
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    {
      name: 'by an e-mail that nobody has',
      arrange: () => ({ query: [['email', 'nobody@example.com']] }),
      status: 200,
      asks: ['Query'],
    },
    {
      name: 'by external_id',
      arrange: async (tenant) => {
        const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() });
        return { query: [['external_id', external_id]] };
      },
      status: 200,
      // The one that has it, and those that had it until they were closed.
      asks: ['GetItem', 'GetItem + Query'],
    },
    {
      name: 'by an external_id that only a closed one had',
      arrange: async (tenant) => {
        const { external_id } = await aPlainCustomer(tenant, { external_id: randomUUID() }, 'closed');
        return { query: [['external_id', external_id]] };
      },
      status: 200,
      asks: ['GetItem', 'Query', 'BatchGetItem'],
    },
    {
      name: 'by an external_id that nobody has',
      arrange: () => ({ query: [['external_id', 'nobody']] }),
      status: 200,
      asks: ['GetItem', 'Query'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
