import { randomUUID } from 'node:crypto';
import { anActiveFeature } from '../fixtures/features.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import type { Case } from '../route-cases.ts';
import { aPlainCustomer } from './customers.ts';

type Status = 'active' | 'suspended' | 'closed';

/** The path parameters of a customer in this status. */
const aCustomerIn = async (tenant: Tenant, status: Status, more: object = {}) => ({
  params: { customer_id: String((await aPlainCustomer(tenant, more, status)).id) },
});

/** Changing customers. */
const changing = {
  'customers.update': [
    {
      name: 'of one field',
      arrange: async (tenant) => ({ ...(await aCustomerIn(tenant, 'active')), body: { email: 'ada@example.com' } }),
      status: 200,
      asks: ['GetItem', 'TransactWriteItems'],
    },
    {
      name: 'of the external_id',
      arrange: async (tenant) => ({
        ...(await aCustomerIn(tenant, 'active', { external_id: randomUUID() })),
        body: { external_id: randomUUID() },
      }),
      status: 200,
      asks: ['GetItem', 'TransactWriteItems'],
    },
    {
      name: 'of the tax id',
      arrange: async (tenant) => ({ ...(await aCustomerIn(tenant, 'active')), body: { tax_id: '987-65-4321' } }),
      status: 200,
      asks: ['GetItem', 'Encrypt + GenerateMac', 'TransactWriteItems'],
    },
    {
      name: 'of one tax id to another',
      arrange: async (tenant) => ({
        ...(await aCustomerIn(tenant, 'active', { tax_id: '123-45-6789' })),
        body: { tax_id: '987-65-4321' },
      }),
      status: 200,
      asks: ['GetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'],
    },
    {
      name: 'of a tax id to itself',
      arrange: async (tenant) => ({
        ...(await aCustomerIn(tenant, 'active', { tax_id: '123-45-6789' })),
        body: { tax_id: '123-45-6789' },
      }),
      status: 200,
      asks: ['GetItem', 'GenerateMac'],
    },
    {
      name: 'of a verified name',
      arrange: async (tenant) => ({
        params: { customer_id: String((await anActiveFeature(tenant)).customer_id) },
        body: { last_name: 'King' },
      }),
      status: 200,
      asks: ['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems'],
    },
    {
      name: 'of nothing',
      arrange: async (tenant) => ({ ...(await aCustomerIn(tenant, 'active')), body: { first_name: 'Ada' } }),
      status: 200,
      asks: ['GetItem'],
    },
    {
      name: 'of an older version',
      arrange: async (tenant) => ({
        ...(await aCustomerIn(tenant, 'suspended')),
        body: { email: 'ada@example.com' },
        headers: { 'if-match': '"1"' },
      }),
      status: 412,
      asks: ['GetItem'],
    },
    {
      name: 'of a closed customer',
      arrange: async (tenant) => ({ ...(await aCustomerIn(tenant, 'closed')), body: { email: null } }),
      status: 409,
      asks: ['GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;

/** An action: done, replayed, refused, and on nobody. */
const acting = (action: string, before: Status): Case[] => [
  {
    name: 'where it is allowed',
    arrange: (tenant) => aCustomerIn(tenant, before, { external_id: randomUUID() }),
    status: 200,
    asks: ['BatchGetItem', 'TransactWriteItems'],
  },
  {
    name: 'again with the same key',
    arrange: async (tenant) => {
      const said = { ...(await aCustomerIn(tenant, before)), headers: { 'idempotency-key': randomUUID() } };
      const path = `/customers/${said.params.customer_id}/${action}`;
      await tenant.call({ method: 'POST', path, headers: said.headers });
      return said;
    },
    status: 200,
    asks: ['BatchGetItem'],
  },
  {
    name: 'where it is not allowed',
    arrange: (tenant) => aCustomerIn(tenant, 'closed'),
    status: 409,
    asks: ['BatchGetItem', 'GetItem'],
  },
  {
    name: 'of nobody',
    arrange: () => ({ params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' } }),
    status: 404,
    asks: ['BatchGetItem', 'GetItem'],
  },
];

/** Beginning to redact: done, replayed, refused, and of nobody. */
const redacting: readonly Case[] = [
  {
    name: 'of a closed customer',
    arrange: (tenant) => aCustomerIn(tenant, 'closed', { external_id: randomUUID() }),
    status: 202,
    asks: ['BatchGetItem', 'TransactWriteItems'],
  },
  {
    name: 'of one that is not closed',
    arrange: (tenant) => aCustomerIn(tenant, 'suspended'),
    status: 409,
    asks: ['BatchGetItem', 'GetItem'],
  },
  {
    name: 'of nobody',
    arrange: () => ({ params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' } }),
    status: 404,
    asks: ['BatchGetItem', 'GetItem'],
  },
];

/** Changing and moving customers. */
export const customerMoveCases = {
  ...changing,
  'customers.suspend': acting('suspend', 'active'),
  'customers.reactivate': acting('reactivate', 'suspended'),
  'customers.redact': redacting,
  'customers.close': [
    ...acting('close', 'active'),
    {
      name: 'with an open verification',
      arrange: async (tenant) => ({ params: { customer_id: String((await aVerification(tenant)).customer_id) } }),
      status: 200,
      asks: ['BatchGetItem', 'GetItem', 'TransactWriteItems'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
