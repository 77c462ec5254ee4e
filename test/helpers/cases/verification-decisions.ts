import { fileOf } from '../document-files.ts';
import type { Tenant } from '../given.ts';
import { aDecidedDocument } from '../given-documents.ts';
import { aReadyEnhanced, aSubmittedVerification, aVerification, done } from '../given-verifications.ts';
import type { Any } from '../printed-document.ts';
import type { Case, Said } from '../route-cases.ts';
import { documentThatIs, upload } from '../uploads.ts';

const naming = ({ id, version }: Any) => ({
  params: { verification_id: String(id) },
  headers: { 'if-match': `"${version}"` },
});

const decided = ['BatchGetItem', 'BatchGetItem + Query', 'TransactWriteItems'];
/** A verification that succeeds settles what rests on it. */
const proven = ['BatchGetItem', 'BatchGetItem + Query', 'BatchGetItem', 'TransactWriteItems'];
const refused = ['BatchGetItem', 'BatchGetItem + Query', 'GetItem'];

type Figures = Readonly<Record<'done' | 'kept' | 'refused', number>>;

/** A decision over a customer whose summary it changes, over one whose it leaves, and where there is none to make. */
const deciding = (body: object | undefined, kept: boolean, figures: Figures, asks = decided): Case[] => {
  const said = (verification: Any): Said => ({ ...naming(verification), ...(body && { body }) });
  const keeping: Case = {
    name: 'over a customer who stays verified',
    arrange: async (tenant) => {
      const { id } = await aReadyEnhanced(tenant);
      return said(await done(tenant, `/verifications/${id}/submit`));
    },
    status: 200,
    asks,
    units: figures.kept,
  };
  return [
    {
      name: 'over what was submitted',
      arrange: async (tenant) => said(await aSubmittedVerification(tenant)),
      status: 200,
      asks,
      units: figures.done,
    },
    ...(kept ? [keeping] : []),
    {
      name: 'over what was not',
      arrange: async (tenant) => said(await aVerification(tenant)),
      status: 409,
      asks: refused,
      units: figures.refused,
    },
  ];
};

const unreadable = { code: 'document_unreadable', internal_note: 'Blurred.' };

/** What decides by simulation. */
export const simulatedDecisionCases = {
  'simulations.verification': [
    ...deciding({ outcome: 'requires_input', code: 'document_unreadable' }, true, {
      // Its event tells what cures the error.
      done: 38.5,
      // The verification is above 1 KB then.
      kept: 32.5,
      refused: 4.5,
    }),
    ...deciding({ outcome: 'verified' }, false, { done: 50.5, kept: 0, refused: 4.5 }, proven).map((it) => ({
      ...it,
      name: `${it.name} as verified`,
    })),
  ],
} satisfies Record<string, readonly Case[]>;

/** What an operator of the dashboard sees and decides. */
export const reviewCases = {
  'documents.download': [
    {
      name: 'of a document whose bytes were inspected',
      arrange: async (tenant: Tenant) => {
        const { id } = await upload(tenant, fileOf('passport.jpg'));
        await documentThatIs(tenant, id, 'accepted');
        return { params: { document_id: String(id) } };
      },
      status: 200,
      asks: ['GetItem'],
      units: 1,
    },
    {
      name: 'of a document whose bytes nobody inspected',
      arrange: async (tenant: Tenant) => ({
        params: { document_id: String((await aDecidedDocument(tenant)).id) },
      }),
      status: 409,
      asks: ['GetItem'],
      units: 1,
    },
  ],
  'verifications.approve': [
    ...deciding(undefined, true, { done: 50.5, kept: 49.5, refused: 4.5 }, proven),
    {
      name: 'over an identity that is no longer the one submitted',
      arrange: async (tenant) => {
        const { id, customer_id } = await aReadyEnhanced(tenant);
        const submitted = await done(tenant, `/verifications/${id}/submit`);
        await tenant.call({ method: 'PATCH', path: `/customers/${customer_id}`, body: { last_name: 'Byron' } });
        return naming(submitted);
      },
      status: 200,
      asks: decided,
      units: 28.5,
    },
    {
      name: 'over what is no longer what was looked at',
      arrange: async (tenant) => {
        const { id, version } = await aSubmittedVerification(tenant);
        return naming({ id, version: version - 1 });
      },
      status: 412,
      asks: refused,
      // It names two documents.
      units: 6.5,
    },
  ],
  'verifications.reject': deciding({ code: 'suspected_fraud' }, false, { done: 36.5, kept: 0, refused: 4.5 }),
  'verifications.request-input': deciding(unreadable, true, { done: 40.5, kept: 32.5, refused: 4.5 }),
} satisfies Record<string, readonly Case[]>;
