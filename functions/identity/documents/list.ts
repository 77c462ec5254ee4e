import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { readCustomer } from '../customers/table.ts';
import { toDocumentResource } from './model.ts';
import { listDocuments } from './routes.ts';
import { pageOfDocuments } from './table.ts';

export const handler = httpHandler(
  listDocuments,
  { paged },
  async ({ caller: { tenant_id }, params, db, range, respondPage }) => {
    const [page] = await Promise.all([
      pageOfDocuments(db, tenant_id, params, range('document')),
      readCustomer(db, tenant_id, params.customer_id),
    ]);
    return respondPage(page, (document) => toDocumentResource(document, null));
  },
);
