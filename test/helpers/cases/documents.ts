import { randomUUID } from 'node:crypto';
import { keys } from '../../../functions/dynamodb/keys.ts';
import { fileOf } from '../document-files.ts';
import { aDecidedDocument, aDocument, documentBody } from '../fixtures/documents.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import type { Case } from '../route-cases.ts';
import { documentThatIs, upload } from '../uploads.ts';
import { aPlainCustomer } from './customers.ts';

const nobody = { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' };

const ofOneWho = async (tenant: Tenant, status?: 'active' | 'suspended' | 'closed') => ({
  params: { customer_id: String((await aPlainCustomer(tenant, {}, status)).id) },
});

/** A customer for whom a key has announced a document. */
const aUsedKey = async (tenant: Tenant) => {
  const { params } = await ofOneWho(tenant);
  const headers = { 'idempotency-key': randomUUID() };
  const path = `/customers/${params.customer_id}/documents`;
  await tenant.call({ method: 'POST', path, body: documentBody(), headers });
  return { params, headers };
};

const anAwaited = async (tenant: Tenant) => ({ params: { document_id: String((await aDocument(tenant)).id) } });

/** A document whose bytes lie in storage and that nobody has looked at yet. */
const anUploaded = async (tenant: Tenant) => {
  const { id } = await upload(tenant, fileOf('passport.jpg'));
  await documentThatIs(tenant, id, 'accepted', 'rejected');
  await tenant.set(keys.document(tenant.tenant_id, id), 'status', 'awaiting_upload');
  return { params: { document_id: String(id) } };
};

const accepted = { outcome: 'accepted' };

const created = ['BatchGetItem', 'TransactWriteItems'];

/** Announcing and reading documents. */
export const documentCases = {
  'documents.create': [
    {
      name: 'of a passport',
      arrange: async (tenant) => ({ ...(await ofOneWho(tenant)), body: documentBody() }),
      status: 201,
      asks: created,
    },
    {
      name: 'of a customer who is suspended',
      arrange: async (tenant) => ({ ...(await ofOneWho(tenant, 'suspended')), body: documentBody() }),
      status: 201,
      asks: created,
    },
    {
      name: 'of a customer who is closed',
      arrange: async (tenant) => ({ ...(await ofOneWho(tenant, 'closed')), body: documentBody() }),
      status: 409,
      asks: ['BatchGetItem', 'GetItem'],
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => ({ ...(await aUsedKey(tenant)), body: documentBody() }),
      status: 201,
      asks: ['BatchGetItem', 'GetItem'],
    },
    {
      name: 'of nobody',
      arrange: () => ({ params: nobody, body: documentBody() }),
      status: 404,
      asks: ['BatchGetItem', 'GetItem'],
    },
  ],
  'documents.list': [
    {
      name: 'of two',
      arrange: async (tenant) => {
        const { customer_id } = await aDocument(tenant);
        await aDocument(tenant, { type: 'selfie' }, customer_id);
        return { params: { customer_id } };
      },
      status: 200,
      asks: ['GetItem + Query', 'BatchGetItem'],
    },
    { name: 'of nobody', arrange: () => ({ params: nobody }), status: 404, asks: ['GetItem + Query'] },
  ],
  'documents.list-all': [
    {
      name: 'all',
      arrange: async (tenant) => {
        await aDocument(tenant);
        return {};
      },
      status: 200,
      asks: ['Query'],
    },
    {
      name: 'of a customer',
      arrange: async (tenant) => ({ query: [['customer_id', String((await aDocument(tenant)).customer_id)]] }),
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
    {
      name: 'by status',
      arrange: async (tenant) => {
        await aDecidedDocument(tenant);
        return { query: [['status', 'accepted']] };
      },
      status: 200,
      asks: ['Query', 'BatchGetItem'],
    },
  ],
  'documents.get': [
    {
      name: 'that is awaited',
      arrange: (tenant) => anAwaited(tenant),
      status: 200,
      asks: ['GetItem', 'ListObjectsV2'],
    },
    { name: 'that is uploaded', arrange: anUploaded, status: 200, asks: ['GetItem', 'ListObjectsV2'] },
    {
      name: 'that is none',
      arrange: () => ({ params: { document_id: 'doc_01h455vb4pex5vsknk084sn02q' } }),
      status: 404,
      asks: ['GetItem'],
    },
  ],
  'simulations.document': [
    {
      name: 'of an awaited document',
      arrange: async (tenant) => ({ ...(await anAwaited(tenant)), body: accepted }),
      status: 200,
      asks: created,
    },
    {
      name: 'again with the same key',
      arrange: async (tenant) => {
        const said = { ...(await anAwaited(tenant)), headers: { 'idempotency-key': randomUUID() }, body: accepted };
        const path = `/simulations/documents/${said.params.document_id}`;
        await tenant.call({ method: 'POST', path, headers: said.headers, body: accepted });
        return said;
      },
      status: 200,
      asks: ['BatchGetItem'],
    },
    {
      name: 'of a decided document',
      arrange: async (tenant) => ({
        params: { document_id: String((await aDecidedDocument(tenant)).id) },
        body: accepted,
      }),
      status: 409,
      asks: ['BatchGetItem', 'GetItem'],
    },
  ],
} satisfies Record<string, readonly Case[]>;
