import { showDocument } from '../../contract/documents/document.ts';
import { listDocuments } from '../../contract/documents/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { readCustomer } from '../../store/customers/customers.ts';
import { pageOfDocuments } from '../../store/documents/documents.ts';

export const handler = httpHandler(
  listDocuments,
  { paged },
  async ({ caller: { tenant_id }, params, db, range, respondPage }) => {
    const [page] = await Promise.all([
      pageOfDocuments(db, tenant_id, params, range('document')),
      readCustomer(db, tenant_id, params.customer_id),
    ]);
    return respondPage(page, (document) => showDocument(document, null));
  },
);
