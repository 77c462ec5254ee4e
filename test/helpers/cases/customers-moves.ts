import { randomUUID } from 'node:crypto';
import { anActiveFeature } from '../fixtures/features.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import { aCase, type Case } from './case.ts';
import { aPlainCustomer } from './customers.ts';

type Status = 'active' | 'suspended' | 'closed';

/** The path parameters of a customer in this status. */
const aCustomerIn = async (tenant: Tenant, status: Status, more: object = {}) => ({
  params: { customer_id: String((await aPlainCustomer(tenant, more, status)).id) },
});

/** Changing customers. */
const changing = {
  'customers.update': [
    aCase('of one field', 200, ['GetItem', 'TransactWriteItems'], async (tenant) => ({
      ...(await aCustomerIn(tenant, 'active')),
      body: { email: 'ada@example.com' },
    })),
    aCase('of the external_id', 200, ['GetItem', 'TransactWriteItems'], async (tenant) => ({
      ...(await aCustomerIn(tenant, 'active', { external_id: randomUUID() })),
      body: { external_id: randomUUID() },
    })),
    aCase('of the tax id', 200, ['GetItem', 'Encrypt + GenerateMac', 'TransactWriteItems'], async (tenant) => ({
      ...(await aCustomerIn(tenant, 'active')),
      body: { tax_id: '987-65-4321' },
    })),
    aCase(
      'of one tax id to another',
      200,
      ['GetItem', 'GenerateMac', 'Encrypt', 'TransactWriteItems'],
      async (tenant) => ({
        ...(await aCustomerIn(tenant, 'active', { tax_id: '123-45-6789' })),
        body: { tax_id: '987-65-4321' },
      }),
    ),
    aCase('of a tax id to itself', 200, ['GetItem', 'GenerateMac'], async (tenant) => ({
      ...(await aCustomerIn(tenant, 'active', { tax_id: '123-45-6789' })),
      body: { tax_id: '123-45-6789' },
    })),
    aCase('of a verified name', 200, ['GetItem', 'BatchGetItem', 'Query', 'TransactWriteItems'], async (tenant) => ({
      params: { customer_id: String((await anActiveFeature(tenant)).customer_id) },
      body: { last_name: 'King' },
    })),
    aCase('of nothing', 200, ['GetItem'], async (tenant) => ({
      ...(await aCustomerIn(tenant, 'active')),
      body: { first_name: 'Ada' },
    })),
    aCase('of an older version', 412, ['GetItem'], async (tenant) => ({
      ...(await aCustomerIn(tenant, 'suspended')),
      body: { email: 'ada@example.com' },
      headers: { 'if-match': '"1"' },
    })),
    aCase('of a closed customer', 409, ['GetItem'], async (tenant) => ({
      ...(await aCustomerIn(tenant, 'closed')),
      body: { email: null },
    })),
  ],
} satisfies Record<string, readonly Case[]>;

/** An action: done, replayed, refused, and on nobody. */
const acting = (action: string, before: Status): Case[] => [
  aCase('where it is allowed', 200, ['BatchGetItem', 'TransactWriteItems'], (tenant) =>
    aCustomerIn(tenant, before, { external_id: randomUUID() }),
  ),
  aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
    const said = { ...(await aCustomerIn(tenant, before)), headers: { 'idempotency-key': randomUUID() } };
    const path = `/customers/${said.params.customer_id}/${action}`;
    await tenant.call({ method: 'POST', path, headers: said.headers });
    return said;
  }),
  aCase('where it is not allowed', 409, ['BatchGetItem', 'GetItem'], (tenant) => aCustomerIn(tenant, 'closed')),
  aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({
    params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' },
  })),
];

/** Beginning to redact: done, replayed, refused, and of nobody. */
const redacting: readonly Case[] = [
  aCase('of a closed customer', 202, ['BatchGetItem', 'TransactWriteItems'], (tenant) =>
    aCustomerIn(tenant, 'closed', { external_id: randomUUID() }),
  ),
  aCase('of one that is not closed', 409, ['BatchGetItem', 'GetItem'], (tenant) => aCustomerIn(tenant, 'suspended')),
  aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({
    params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' },
  })),
];

/** Changing and moving customers. */
export const customerMoveCases = {
  ...changing,
  'customers.suspend': acting('suspend', 'active'),
  'customers.reactivate': acting('reactivate', 'suspended'),
  'customers.redact': redacting,
  'customers.close': [
    ...acting('close', 'active'),
    aCase('with an open verification', 200, ['BatchGetItem', 'GetItem', 'TransactWriteItems'], async (tenant) => ({
      params: { customer_id: String((await aVerification(tenant)).customer_id) },
    })),
  ],
} satisfies Record<string, readonly Case[]>;
