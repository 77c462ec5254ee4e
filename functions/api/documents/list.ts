import { showDocument } from '../../contract/documents/document.ts';
import { listDocuments } from '../../contract/documents/routes.ts';
import { listing } from '../../http/listing.ts';
import { readCustomer } from '../../store/customers/customers.ts';
import { pageOfDocuments } from '../../store/documents/documents.ts';

export const handler = listing(listDocuments, async ({ caller: { tenant_id }, params, db, range, answerPage }) => {
  const [page] = await Promise.all([
    pageOfDocuments(db, tenant_id, params, range('document')),
    readCustomer(db, tenant_id, params.customer_id),
  ]);
  return answerPage(page, (document) => showDocument(document, null));
});
