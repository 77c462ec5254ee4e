import { randomUUID } from 'node:crypto';
import { aStoredCustomer, individual } from '../fixtures/customers.ts';
import { accepted } from '../fixtures/documents.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import {
  aReadyEnhanced,
  aReadyVerification,
  aSubmittedVerification,
  aVerification,
  undecided,
} from '../fixtures/verifications.ts';
import type { Case } from '../route-cases.ts';

const naming = (id: unknown) => ({ params: { verification_id: String(id) } });
const standard = { level: 'standard' };

const ofOneWho = async (tenant: Tenant) => ({
  params: { customer_id: String((await aStoredCustomer(tenant, individual({}))).id) },
  body: standard,
});

const beginning = [
  {
    name: 'of nothing yet',
    arrange: (tenant) => ofOneWho(tenant),
    status: 201,
    asks: ['BatchGetItem + Query', 'TransactWriteItems'],
  },
  {
    name: 'that names documents',
    arrange: async (tenant) => {
      const said = await ofOneWho(tenant);
      return { ...said, body: { ...standard, document_ids: await accepted(tenant, said.params.customer_id) } };
    },
    status: 201,
    asks: ['BatchGetItem + Query', 'TransactWriteItems'],
  },
  {
    name: 'beside an open one',
    arrange: async (tenant) => ({
      params: { customer_id: String((await aVerification(tenant)).customer_id) },
      body: standard,
    }),
    status: 409,
    asks: ['BatchGetItem + Query', 'TransactWriteItems', 'GetItem'],
  },
] satisfies Case[];

const changing = {
  'verifications.update': [
    {
      name: 'to rest on a document',
      arrange: async (tenant) => {
        const { id, customer_id } = await aVerification(tenant);
        return { ...naming(id), body: { document_ids: await accepted(tenant, customer_id, ['selfie']) } };
      },
      status: 200,
      asks: ['GetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
    },
    {
      name: 'of nothing',
      arrange: async (tenant) => ({ ...naming((await aVerification(tenant)).id), body: {} }),
      status: 200,
      asks: ['GetItem', 'BatchGetItem + Query'],
    },
  ],
  'verifications.cancel': [
    {
      name: 'where it is allowed',
      arrange: async (tenant) => naming((await aVerification(tenant)).id),
      status: 200,
      asks: ['BatchGetItem', 'TransactWriteItems'],
    },
    {
      name: 'where it is not allowed',
      arrange: async (tenant) => naming((await aSubmittedVerification(tenant)).id),
      status: 409,
      asks: ['BatchGetItem', 'GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;

/** The same call a second time, under the same key. */
const repeated = async (tenant: Tenant, path: string) => {
  const headers = { 'idempotency-key': randomUUID() };
  await tenant.call({ method: 'POST', path, headers });
  return headers;
};

/** Beginning, changing and submitting verifications. */
export const verificationCases = {
  ...changing,
  'verifications.create': beginning,
  'verifications.submit': [
    {
      name: 'with all that is required',
      arrange: async (tenant) => naming((await aReadyVerification(tenant, undecided)).id),
      status: 200,
      asks: ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
    },
    {
      name: 'of one whose customer stays verified meanwhile',
      arrange: async (tenant) => naming((await aReadyEnhanced(tenant)).id),
      status: 200,
      asks: ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const { id } = await aReadyVerification(tenant, undecided);
        return { ...naming(id), headers: await repeated(tenant, `/verifications/${id}/submit`) };
      },
      status: 200,
      asks: ['BatchGetItem'],
    },
    {
      name: 'with something missing',
      arrange: async (tenant) => naming((await aVerification(tenant)).id),
      status: 422,
      asks: ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
