import { done } from '../call.ts';
import { fileOf } from '../document-files.ts';
import { aDecidedDocument } from '../fixtures/documents.ts';
import { aStoredScreening } from '../fixtures/screenings.ts';
import { operatorId, type Tenant } from '../fixtures/tenants.ts';
import {
  aReadyEnhanced,
  aSubmittedVerification,
  aVerification,
} from '../fixtures/verifications.ts';
import type { Any } from '../printed-document.ts';
import { documentThatIs, upload } from '../uploads.ts';
import { aCase, type Case, type Said } from './case.ts';
import { naming } from './verifications.ts';

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
