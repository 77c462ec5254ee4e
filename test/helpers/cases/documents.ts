import { saveDocument } from '../../../functions/identity/documents/table.ts';
import { fileOf } from '../document-files.ts';
import { aDecidedDocument, aDocument, documentBody } from '../fixtures/documents.ts';
import { addedPerson } from '../fixtures/persons.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { documentThatIs, upload } from '../uploads.ts';
import { aCase, again, type Case } from './case.ts';
import { aPlainCustomer } from './customers.ts';

const nobody = { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' };

const ofOneWho = async (tenant: Tenant, status?: 'active' | 'suspended' | 'closed') => ({
  params: { customer_id: String((await aPlainCustomer(tenant, {}, status)).id) },
});

/** A customer for whom a key has announced a document. */
const aUsedKey = async (tenant: Tenant) => {
  const said = { ...(await ofOneWho(tenant)), body: documentBody() };
  return again(tenant, `/customers/${said.params.customer_id}/documents`, said);
};

const anAwaited = async (tenant: Tenant) => ({
  params: { document_id: String((await aDocument(tenant)).id) },
});

/** A document whose bytes are in storage and not inspected yet. */
const anUploaded = async (tenant: Tenant) => {
  const { id } = await upload(tenant, fileOf('passport.jpg'));
  const {
    object,
    allowed_actions,
    upload: _,
    ...document
  } = await documentThatIs(tenant, id, 'accepted', 'rejected');
  const awaiting = { status: 'awaiting_upload', inspected: null, scheduled_at: null };
  await tenant.put([saveDocument({ ...document, tenant_id: tenant.tenant_id, ...awaiting })]);
  return { params: { document_id: String(id) } };
};

const accepted = { outcome: 'accepted' };

const created = ['BatchGetItem', 'TransactWriteItems'];

/** Announcing and reading documents. */
export const documentCases = {
  'documents.create': [
    aCase('of a passport', 201, created, async (tenant) => ({
      ...(await ofOneWho(tenant)),
      body: documentBody(),
    })),
    aCase('of a customer who is suspended', 201, created, async (tenant) => ({
      ...(await ofOneWho(tenant, 'suspended')),
      body: documentBody(),
    })),
    aCase('of a customer who is closed', 409, ['BatchGetItem', 'GetItem'], async (tenant) => ({
      ...(await ofOneWho(tenant, 'closed')),
      body: documentBody(),
    })),
    aCase('again with the same key', 201, ['BatchGetItem', 'GetItem'], aUsedKey),
    aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({
      params: nobody,
      body: documentBody(),
    })),
    aCase('of a person', 201, created, async (tenant) => {
      const { id: person_id, customer_id } = await addedPerson(tenant);
      return { params: { customer_id }, body: documentBody({ person_id }) };
    }),
    aCase('of a person of another business', 404, ['BatchGetItem', 'GetItem'], async (tenant) => {
      const [{ customer_id }, { id: person_id }] = [
        await addedPerson(tenant),
        await addedPerson(tenant),
      ];
      return { params: { customer_id }, body: documentBody({ person_id }) };
    }),
  ],
  'documents.list': [
    aCase('of two', 200, ['GetItem + Query', 'BatchGetItem'], async (tenant) => {
      const { customer_id } = await aDocument(tenant);
      await aDocument(tenant, { type: 'selfie' }, customer_id);
      return { params: { customer_id } };
    }),
    aCase('of nobody', 404, ['GetItem + Query'], () => ({ params: nobody })),
  ],
  'documents.list-all': [
    aCase('all', 200, ['Query'], async (tenant) => {
      await aDocument(tenant);
      return {};
    }),
    aCase('of a customer', 200, ['Query', 'BatchGetItem'], async (tenant) => ({
      query: [['customer_id', String((await aDocument(tenant)).customer_id)]],
    })),
    aCase('by status', 200, ['Query', 'BatchGetItem'], async (tenant) => {
      await aDecidedDocument(tenant);
      return { query: [['status', 'accepted']] };
    }),
  ],
  'documents.get': [
    aCase('that is awaited', 200, ['GetItem', 'ListObjectsV2'], anAwaited),
    aCase('that is uploaded', 200, ['GetItem', 'ListObjectsV2'], anUploaded),
    aCase('that is none', 404, ['GetItem'], () => ({
      params: { document_id: 'doc_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
  'simulations.document': [
    aCase('of an awaited document', 200, created, async (tenant) => ({
      ...(await anAwaited(tenant)),
      body: accepted,
    })),
    aCase('again with the same key', 200, ['BatchGetItem'], async (tenant) => {
      const said = { ...(await anAwaited(tenant)), body: accepted };
      return again(tenant, `/simulations/documents/${said.params.document_id}`, said);
    }),
    aCase('of a decided document', 409, ['BatchGetItem', 'GetItem'], async (tenant) => ({
      params: { document_id: String((await aDecidedDocument(tenant)).id) },
      body: accepted,
    })),
  ],
} satisfies Record<string, readonly Case[]>;
