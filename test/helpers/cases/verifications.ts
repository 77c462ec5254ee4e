import { done } from '../call.ts';
import { fileOf } from '../document-files.ts';
import { aStoredCustomer, individual } from '../fixtures/customers.ts';
import { accepted, aDecidedDocument } from '../fixtures/documents.ts';
import { aStoredScreening } from '../fixtures/screenings.ts';
import { operatorId, type Tenant } from '../fixtures/tenants.ts';
import {
  aReadyEnhanced,
  aReadyVerification,
  aSubmittedVerification,
  attestation,
  aVerification,
  undecided,
} from '../fixtures/verifications.ts';
import type { Any } from '../printed-document.ts';
import { documentThatIs, upload } from '../uploads.ts';
import { aCase, again, type Case, type Said } from './case.ts';

const naming = (id: unknown) => ({ params: { verification_id: String(id) } });
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

const nobody = naming('idv_01h455vb4pex5vsknk084sn02q');

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

const atVersion = ({ id, version }: Any) => ({
  ...naming(id),
  headers: { 'if-match': `"${version}"` },
});

const decided = ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'];
/** A verification reads the screening first. */
const verifying = ['BatchGetItem', 'BatchGetItem + Query', 'BatchGetItem'];
/** A verification that succeeds updates the features that rest on it. */
const proven = [...verifying, 'BatchGetItem', 'TransactWriteItems'];
/** With dates of documents, these are read and written too. */
const dated = [...verifying, 'BatchGetItem', 'BatchGetItem', 'TransactWriteItems'];
const refused = ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'];

/** A decision over a customer whose summary it changes, over one whose it leaves, and where there is none to make. */
const deciding = (said: (verification: Any) => Said, kept: boolean, asks = decided): Case[] => {
  const keeping: Case = aCase('over a customer who stays verified', 200, asks, async (tenant) => {
    const { id } = await aReadyEnhanced(tenant);
    return said(await done(tenant, `/verifications/${id}/submit`));
  });
  return [
    aCase('over what was submitted', 200, asks, async (tenant) =>
      said(await aSubmittedVerification(tenant)),
    ),
    ...(kept ? [keeping] : []),
    aCase('over what was not', 409, refused, async (tenant) => said(await aVerification(tenant))),
  ];
};

const unreadable = { code: 'document_unreadable', internal_note: 'Blurred.' };

const simulated =
  (body: object) =>
  ({ id }: Any) => ({ ...naming(id), body });

/** The simulated decision. */
export const simulatedDecisionCases = {
  'simulations.verification': [
    ...deciding(simulated({ outcome: 'requires_input', code: 'document_unreadable' }), true),
    ...deciding(simulated({ outcome: 'verified' }), false, proven).map((it) => ({
      ...it,
      name: `${it.name} as verified`,
    })),
    aCase('over somebody who may be on a list', 409, [...verifying, 'GetItem'], async (tenant) => {
      const submitted = await aSubmittedVerification(tenant);
      await aStoredScreening(tenant, submitted.customer_id);
      return simulated({ outcome: 'verified' })(submitted);
    }),
  ],
} satisfies Record<string, readonly Case[]>;

/** The reads and decisions of an operator of the dashboard. */
export const reviewCases = {
  'documents.download': [
    aCase('of a document whose bytes were inspected', 200, ['GetItem'], async (tenant: Tenant) => {
      const { id } = await upload(tenant, fileOf('passport.jpg'));
      await documentThatIs(tenant, id, 'accepted');
      return { params: { document_id: String(id) } };
    }),
    aCase(
      'of a document whose bytes nobody inspected',
      409,
      ['GetItem'],
      async (tenant: Tenant) => ({
        params: { document_id: String((await aDecidedDocument(tenant)).id) },
      }),
    ),
  ],
  'verifications.get-evidence': [
    aCase('of one that was submitted', 200, ['GetItem'], async (tenant: Tenant) =>
      naming((await aSubmittedVerification(tenant)).id),
    ),
  ],
  'verifications.assign': [
    aCase(
      'by somebody who takes it',
      200,
      ['BatchGetItem', 'TransactWriteItems'],
      async (tenant) => {
        const submitted = await aSubmittedVerification(tenant);
        await tenant.putToReview(submitted.id);
        return { ...atVersion(submitted), body: { assignee_id: operatorId } };
      },
    ),
    aCase('to nobody, as it is', 200, ['BatchGetItem', 'TransactWriteItems'], async (tenant) => {
      const submitted = await aSubmittedVerification(tenant);
      await tenant.putToReview(submitted.id);
      return { ...atVersion(submitted), body: { assignee_id: null } };
    }),
    aCase('of one that waits for nobody', 409, ['BatchGetItem', 'GetItem'], async (tenant) => ({
      ...atVersion(await aVerification(tenant)),
      body: { assignee_id: null },
    })),
  ],
  'verifications.approve': [
    ...deciding(atVersion, true, proven),
    aCase('over an identity that is no longer the one submitted', 200, decided, async (tenant) => {
      const { id, customer_id } = await aReadyEnhanced(tenant);
      const submitted = await done(tenant, `/verifications/${id}/submit`);
      await tenant.call({
        method: 'PATCH',
        path: `/customers/${customer_id}`,
        body: { last_name: 'Byron' },
      });
      return atVersion(submitted);
    }),
    aCase('with the date of a document', 200, dated, async (tenant) => {
      const submitted = await aSubmittedVerification(tenant);
      const [document_id] = submitted.document_ids;
      return {
        ...atVersion(submitted),
        body: { documents: [{ document_id, expires_on: '2099-05-31' }] },
      };
    }),
    aCase('over what is no longer what was looked at', 412, refused, async (tenant) => {
      const { id, version } = await aSubmittedVerification(tenant);
      return atVersion({ id, version: version - 1 });
    }),
  ],
  'verifications.reject': deciding(
    (it) => ({ ...atVersion(it), body: { code: 'suspected_fraud' } }),
    false,
  ),
  'verifications.request-input': deciding((it) => ({ ...atVersion(it), body: unreadable }), true),
} satisfies Record<string, readonly Case[]>;
