import { aCustomer } from '../fixtures/customers.ts';
import { aDocument, documentBody } from '../fixtures/documents.ts';
import type { Tenant } from '../fixtures/tenants.ts';

const naming = async (tenant: Tenant) => ({ params: { document_id: String((await aDocument(tenant)).id) } });

/** Valid requests of the routes of documents. */
export const documentExamples = {
  'documents.create': async (tenant: Tenant) => ({
    params: { customer_id: String((await aCustomer(tenant)).id) },
    body: documentBody({ side: 'front', file_name: 'passport.jpg' }),
    otherBody: documentBody({ size_bytes: 482_312 }),
  }),
  'documents.list': async (tenant: Tenant) => ({
    params: { customer_id: String((await aDocument(tenant)).customer_id) },
    query: { limit: 10, created_after: '2026-01-01T00:00:00Z' },
  }),
  'documents.list-all': async (tenant: Tenant) => {
    const { customer_id } = await aDocument(tenant);
    const query = { customer_id: String(customer_id), status: 'awaiting_upload', limit: 10 } as const;
    return { query: { ...query, created_after: '2026-01-01T00:00:00Z' } };
  },
  'documents.get': naming,
  'simulations.document': async (tenant: Tenant) => ({
    ...(await naming(tenant)),
    body: { outcome: 'rejected' as const, reason: 'unreadable' as const },
    otherBody: { outcome: 'accepted' as const },
  }),
};
