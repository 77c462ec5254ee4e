import { done } from '../call.ts';
import { fileOf } from '../document-files.ts';
import { aDecidedDocument } from '../fixtures/documents.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aReadyEnhanced, aSubmittedVerification, aVerification } from '../fixtures/verifications.ts';
import type { Any } from '../printed-document.ts';
import { documentThatIs, upload } from '../uploads.ts';
import { aCase, type Case, type Said } from './case.ts';

const naming = ({ id, version }: Any) => ({
  params: { verification_id: String(id) },
  headers: { 'if-match': `"${version}"` },
});

const decided = ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'];
/** A verification that succeeds settles what rests on it. */
const proven = ['BatchGetItem', 'BatchGetItem + Query', 'BatchGetItem', 'TransactWriteItems'];
const refused = ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'];

/** A decision over a customer whose summary it changes, over one whose it leaves, and where there is none to make. */
const deciding = (body: object | undefined, kept: boolean, asks = decided): Case[] => {
  const said = (verification: Any): Said => ({ ...naming(verification), ...(body && { body }) });
  const keeping: Case = aCase('over a customer who stays verified', 200, asks, async (tenant) => {
    const { id } = await aReadyEnhanced(tenant);
    return said(await done(tenant, `/verifications/${id}/submit`));
  });
  return [
    aCase('over what was submitted', 200, asks, async (tenant) => said(await aSubmittedVerification(tenant))),
    ...(kept ? [keeping] : []),
    aCase('over what was not', 409, refused, async (tenant) => said(await aVerification(tenant))),
  ];
};

const unreadable = { code: 'document_unreadable', internal_note: 'Blurred.' };

/** What decides by simulation. */
export const simulatedDecisionCases = {
  'simulations.verification': [
    ...deciding({ outcome: 'requires_input', code: 'document_unreadable' }, true),
    ...deciding({ outcome: 'verified' }, false, proven).map((it) => ({ ...it, name: `${it.name} as verified` })),
  ],
} satisfies Record<string, readonly Case[]>;

/** What an operator of the dashboard sees and decides. */
export const reviewCases = {
  'documents.download': [
    aCase('of a document whose bytes were inspected', 200, ['GetItem'], async (tenant: Tenant) => {
      const { id } = await upload(tenant, fileOf('passport.jpg'));
      await documentThatIs(tenant, id, 'accepted');
      return { params: { document_id: String(id) } };
    }),
    aCase('of a document whose bytes nobody inspected', 409, ['GetItem'], async (tenant: Tenant) => ({
      params: { document_id: String((await aDecidedDocument(tenant)).id) },
    })),
  ],
  'verifications.approve': [
    ...deciding(undefined, true, proven),
    aCase('over an identity that is no longer the one submitted', 200, decided, async (tenant) => {
      const { id, customer_id } = await aReadyEnhanced(tenant);
      const submitted = await done(tenant, `/verifications/${id}/submit`);
      await tenant.call({ method: 'PATCH', path: `/customers/${customer_id}`, body: { last_name: 'Byron' } });
      return naming(submitted);
    }),
    aCase('over what is no longer what was looked at', 412, refused, async (tenant) => {
      const { id, version } = await aSubmittedVerification(tenant);
      return naming({ id, version: version - 1 });
    }),
  ],
  'verifications.reject': deciding({ code: 'suspected_fraud' }, false),
  'verifications.request-input': deciding(unreadable, true),
} satisfies Record<string, readonly Case[]>;
