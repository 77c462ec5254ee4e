import { aStoredCustomer, individual } from '../fixtures/customers.ts';
import { accepted } from '../fixtures/documents.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import {
  aReadyEnhanced,
  aReadyVerification,
  aSubmittedVerification,
  attestation,
  aVerification,
  undecided,
} from '../fixtures/verifications.ts';
import { aCase, again, type Case, type Said } from './case.ts';

export const naming = (id: unknown) => ({ params: { verification_id: String(id) } });

const standard = { level: 'standard' };

const ofOneWho = async (tenant: Tenant) => ({
  params: { customer_id: String((await aStoredCustomer(tenant, individual({}))).id) },
  body: standard,
});

const creating = [
  aCase('of nothing yet', 201, ['BatchGetItem + Query', 'TransactWriteItems'], ofOneWho),
  aCase(
    'that names documents',
    201,
    ['BatchGetItem + Query', 'TransactWriteItems'],
    async (tenant) => {
      const said = await ofOneWho(tenant);
      return {
        ...said,
        body: { ...standard, document_ids: await accepted(tenant, said.params.customer_id) },
      };
    },
  ),
  aCase(
    'beside an open one',
    409,
    ['BatchGetItem + Query', 'TransactWriteItems', 'GetItem'],
    async (tenant) => ({
      params: { customer_id: String((await aVerification(tenant)).customer_id) },
      body: standard,
    }),
  ),
] satisfies Case[];

const changing = {
  'verifications.update': [
    aCase(
      'to rest on a document',
      200,
      ['GetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
      async (tenant) => {
        const { id, customer_id } = await aVerification(tenant);
        return {
          ...naming(id),
          body: { document_ids: await accepted(tenant, customer_id, ['selfie']) },
        };
      },
    ),
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

/** A call of the key that may attest, about a customer; the key is there before anything is measured. */
const attesting = async (tenant: Tenant, customer_id: string): Promise<Said> => {
  const headers = { 'api-key': await tenant.keyFor('/verifications/attest') };
  return { params: { customer_id }, body: attestation(), headers };
};

const attested = [
  // The sandbox screens: what was searched before is read, and what is found now is written with the verification.
  aCase(
    'of a complete profile',
    201,
    ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems'],
    async (tenant) => attesting(tenant, (await aStoredCustomer(tenant, individual({}))).id),
  ),
  aCase('of an incomplete profile', 422, ['BatchGetItem', 'GetItem'], async (tenant) =>
    attesting(tenant, (await aStoredCustomer(tenant, individual({ date_of_birth: null }))).id),
  ),
  aCase('beside an open one', 409, ['BatchGetItem', 'GetItem'], async (tenant) =>
    attesting(tenant, String((await aVerification(tenant)).customer_id)),
  ),
  aCase('of a closed customer', 409, ['BatchGetItem', 'GetItem'], async (tenant) =>
    attesting(tenant, (await aStoredCustomer(tenant, undefined, { status: 'closed' })).id),
  ),
  // The findings are written, and then the answer says that a decision is due.
  aCase(
    'of somebody who may be on a list',
    409,
    ['BatchGetItem', 'BatchGetItem', 'TransactWriteItems', 'GetItem'],
    async (tenant) =>
      attesting(tenant, (await aStoredCustomer(tenant, individual({ last_name: 'Listed' }))).id),
  ),
];

/** Creating, attesting, updating and submitting verifications. */
export const verificationCases = {
  ...changing,
  'verifications.create': creating,
  'verifications.attest': attested,
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
      return again(tenant, `/verifications/${id}/submit`, naming(id));
    }),
    aCase(
      'with something missing',
      422,
      ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'],
      async (tenant) => naming((await aVerification(tenant)).id),
    ),
  ],
} satisfies Record<string, readonly Case[]>;

export const nobody = naming('idv_01h455vb4pex5vsknk084sn02q');

/** Reading verifications. */
export const verificationReadCases = {
  'verifications.list': [
    aCase(
      'of a customer with an open one',
      200,
      ['GetItem + Query', 'BatchGetItem', 'BatchGetItem + Query'],
      async (tenant) => ({
        params: { customer_id: String((await aVerification(tenant)).customer_id) },
      }),
    ),
    aCase('of a customer without any', 200, ['GetItem + Query'], async (tenant) => ({
      params: { customer_id: String((await aStoredCustomer(tenant, individual({}))).id) },
    })),
  ],
  'verifications.list-all': [
    // The open requirements of both are asked for at once.
    aCase(
      'with two that are open',
      200,
      ['Query', 'BatchGetItem + Query + Query'],
      async (tenant) => {
        await aVerification(tenant);
        await aReadyVerification(tenant);
        return {};
      },
    ),
    aCase('of a customer', 200, ['Query', 'BatchGetItem'], async (tenant) => ({
      query: [['customer_id', String((await aSubmittedVerification(tenant)).customer_id)]],
    })),
    aCase('by status', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aSubmittedVerification(tenant);
      return { query: [['status', 'processing']] };
    }),
    aCase('when one waits for a reviewer', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      const { id } = await aSubmittedVerification(tenant);
      await tenant.putToReview(id);
      return { query: [['reviewing', 'true']] };
    }),
    aCase('when none waits for a reviewer', 200, ['Query'], () => ({
      query: [['reviewing', 'true']],
    })),
  ],
  'verifications.get': [
    aCase('that is open', 200, ['GetItem', 'BatchGetItem + Query'], async (tenant) =>
      naming((await aReadyVerification(tenant)).id),
    ),
    aCase('that was submitted', 200, ['GetItem'], async (tenant) =>
      naming((await aSubmittedVerification(tenant)).id),
    ),
    aCase('that is none', 404, ['GetItem'], () => nobody),
  ],
} satisfies Record<string, readonly Case[]>;
