import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toDocumentResource } from './model.ts';
import { listAllDocuments } from './routes.ts';
import { pageOfDocuments } from './table.ts';

export const handler = httpHandler(
  listAllDocuments,
  { paged },
  async ({ caller, query, db, range, respondPage }) =>
    respondPage(await pageOfDocuments(db, caller.tenant_id, query, range('document')), (document) =>
      toDocumentResource(document, null),
    ),
);
