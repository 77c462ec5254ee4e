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
import { aCase, type Case } from './case.ts';

const naming = (id: unknown) => ({ params: { verification_id: String(id) } });
const standard = { level: 'standard' };

const ofOneWho = async (tenant: Tenant) => ({
  params: { customer_id: String((await aStoredCustomer(tenant, individual({}))).id) },
  body: standard,
});

const beginning = [
  aCase('of nothing yet', 201, ['BatchGetItem + Query', 'TransactWriteItems'], ofOneWho),
  aCase('that names documents', 201, ['BatchGetItem + Query', 'TransactWriteItems'], async (tenant) => {
    const said = await ofOneWho(tenant);
    return { ...said, body: { ...standard, document_ids: await accepted(tenant, said.params.customer_id) } };
  }),
  aCase('beside an open one', 409, ['BatchGetItem + Query', 'TransactWriteItems', 'GetItem'], async (tenant) => ({
    params: { customer_id: String((await aVerification(tenant)).customer_id) },
    body: standard,
  })),
] satisfies Case[];

const changing = {
  'verifications.update': [
    aCase('to rest on a document', 200, ['GetItem', 'BatchGetItem + Query', 'TransactWriteItems'], async (tenant) => {
      const { id, customer_id } = await aVerification(tenant);
      return { ...naming(id), body: { document_ids: await accepted(tenant, customer_id, ['selfie']) } };
    }),
    aCase('of nothing', 200, ['GetItem', 'BatchGetItem + Query'], async (tenant) => ({
      ...naming((await aVerification(tenant)).id),
      body: {},
    })),
  ],
  'verifications.cancel': [
    aCase('where it is allowed', 200, ['BatchGetItem', 'TransactWriteItems'], async (tenant) =>
      naming((await aVerification(tenant)).id),
    ),
    aCase('where it is not allowed', 409, ['BatchGetItem', 'GetItem'], async (tenant) =>
      naming((await aSubmittedVerification(tenant)).id),
    ),
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
    aCase(
      'with all that is required',
      200,
      ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
      async (tenant) => naming((await aReadyVerification(tenant, undecided)).id),
    ),
    aCase(
      'of one whose customer stays verified meanwhile',
      200,
      ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
      async (tenant) => naming((await aReadyEnhanced(tenant)).id),
    ),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
      const { id } = await aReadyVerification(tenant, undecided);
      return { ...naming(id), headers: await repeated(tenant, `/verifications/${id}/submit`) };
    }),
    aCase('with something missing', 422, ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'], async (tenant) =>
      naming((await aVerification(tenant)).id),
    ),
  ],
} satisfies Record<string, readonly Case[]>;
