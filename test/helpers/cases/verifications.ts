import { randomUUID } from 'node:crypto';
import { individual, type Tenant } from '../given.ts';
import { aStoredCustomer } from '../given-stored-customers.ts';
import {
  accepted,
  aReadyEnhanced,
  aReadyVerification,
  aSubmittedVerification,
  aVerification,
  undecided,
} from '../given-verifications.ts';
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
    units: 25.5,
  },
  {
    name: 'that names documents',
    arrange: async (tenant) => {
      const said = await ofOneWho(tenant);
      return { ...said, body: { ...standard, document_ids: await accepted(tenant, said.params.customer_id) } };
    },
    status: 201,
    asks: ['BatchGetItem + Query', 'TransactWriteItems'],
    units: 23.5,
  },
  {
    name: 'beside an open one',
    arrange: async (tenant) => ({
      params: { customer_id: String((await aVerification(tenant)).customer_id) },
      body: standard,
    }),
    status: 409,
    asks: ['BatchGetItem + Query', 'TransactWriteItems', 'GetItem'],
    units: 3.5,
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
      units: 18.5,
    },
    {
      name: 'of nothing',
      arrange: async (tenant) => ({ ...naming((await aVerification(tenant)).id), body: {} }),
      status: 200,
      asks: ['GetItem', 'BatchGetItem + Query'],
      units: 2.5,
    },
  ],
  'verifications.cancel': [
    {
      name: 'where it is allowed',
      arrange: async (tenant) => naming((await aVerification(tenant)).id),
      status: 200,
      asks: ['BatchGetItem', 'TransactWriteItems'],
      units: 20,
    },
    {
      name: 'where it is not allowed',
      arrange: async (tenant) => naming((await aSubmittedVerification(tenant)).id),
      status: 409,
      asks: ['BatchGetItem', 'GetItem'],
      units: 3,
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
      units: 35.5,
    },
    {
      name: 'of one whose customer stays verified meanwhile',
      arrange: async (tenant) => naming((await aReadyEnhanced(tenant)).id),
      status: 200,
      asks: ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
      units: 25.5,
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const { id } = await aReadyVerification(tenant, undecided);
        return { ...naming(id), headers: await repeated(tenant, `/verifications/${id}/submit`) };
      },
      status: 200,
      asks: ['BatchGetItem'],
      units: 2,
    },
    {
      name: 'with something missing',
      arrange: async (tenant) => naming((await aVerification(tenant)).id),
      status: 422,
      asks: ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'],
      units: 4.5,
    },
  ],
} satisfies Record<string, readonly Case[]>;
