import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { CallingBusiness } from '../calling-business.ts';
import type { Any } from '../printed-document.ts';
import type { Case } from '../route-cases.ts';

/** The least that makes a customer. */
export const leastOfCustomer = { type: 'individual', first_name: 'Ada', last_name: 'Lovelace' };

/** A customer that exists; resolves to what the API showed of it. */
export const aCustomer = async ({ call }: CallingBusiness, more: object = {}, key: string = randomUUID()) => {
  const headers = { 'idempotency-key': key };
  const answer = await call({ method: 'POST', path: '/customers', headers, body: { ...leastOfCustomer, ...more } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body as Any;
};

const full = () => ({ ...leastOfCustomer, email: 'ada@example.com', external_id: randomUUID(), tax_id: '123-45-6789' });

/** Creating, reading and changing customers. */
export const customerCases = {
  'customers.create': [
    {
      name: 'with the least there is',
      arrange: () => ({ body: leastOfCustomer }),
      status: 201,
      asks: ['TransactWriteItems'],
      units: 12,
    },
    {
      name: 'with e-mail, external_id and tax id',
      arrange: () => ({ body: full() }),
      status: 201,
      asks: ['Encrypt', 'TransactWriteItems'],
      units: 17,
    },
    {
      name: 'again with the same key',
      arrange: async (business) => {
        const key = randomUUID();
        await aCustomer(business, {}, key);
        return { body: leastOfCustomer, headers: { 'idempotency-key': key } };
      },
      status: 201,
      asks: ['TransactWriteItems'],
      units: 0,
    },
    {
      name: 'again with another body',
      arrange: async (business) => {
        const key = randomUUID();
        await aCustomer(business, {}, key);
        return { body: full(), headers: { 'idempotency-key': key } };
      },
      status: 422,
      asks: ['Encrypt', 'TransactWriteItems'],
      units: 0,
    },
    {
      name: 'with an external_id that is taken',
      arrange: async (business) => {
        const { external_id } = await aCustomer(business, { external_id: randomUUID() });
        return { body: { ...leastOfCustomer, external_id } };
      },
      status: 409,
      asks: ['TransactWriteItems', 'GetItem'],
      units: 1,
    },
    { name: 'with a body that is not valid', arrange: () => ({ body: {} }), status: 400, asks: [], units: 0 },
  ],
  'customers.get': [
    {
      name: 'that exists',
      arrange: async (business) => ({ params: { customer_id: (await aCustomer(business)).id } }),
      status: 200,
      asks: ['GetItem'],
      units: 1,
    },
    {
      name: 'that the caller has already',
      arrange: async (business) => {
        const { id } = await aCustomer(business);
        return { params: { customer_id: id }, headers: { 'if-none-match': '"1"' } };
      },
      status: 304,
      asks: ['GetItem'],
      units: 1,
    },
    {
      name: 'by an id that is none',
      arrange: () => ({ params: { customer_id: 'nobody' } }),
      status: 404,
      asks: [],
      units: 0,
    },
  ],
  'customers.list': [
    {
      name: 'all',
      arrange: async (business) => {
        await aCustomer(business);
        return {};
      },
      status: 200,
      asks: ['Query'],
      units: 0.5,
    },
    {
      name: 'by status',
      arrange: async (business) => {
        await aCustomer(business);
        return { query: [['status', 'active']] };
      },
      status: 200,
      asks: ['Query'],
      units: 0.5,
    },
    {
      name: 'by e-mail',
      arrange: async (business) => {
        await aCustomer(business, { email: 'ada@example.com' });
        return { query: [['email', 'ADA@example.com']] };
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
      units: 1.5,
    },
    {
      name: 'by an e-mail that nobody has',
      arrange: () => ({ query: [['email', 'nobody@example.com']] }),
      status: 200,
      asks: ['Query'],
      units: 0.5,
    },
    {
      name: 'by external_id',
      arrange: async (business) => {
        const { external_id } = await aCustomer(business, { external_id: randomUUID() });
        return { query: [['external_id', external_id]] };
      },
      status: 200,
      asks: ['GetItem', 'GetItem'],
      units: 2,
    },
    {
      name: 'by an external_id that nobody has',
      arrange: () => ({ query: [['external_id', 'nobody']] }),
      status: 200,
      asks: ['GetItem'],
      units: 1,
    },
  ],
} satisfies Record<string, readonly Case[]>;
