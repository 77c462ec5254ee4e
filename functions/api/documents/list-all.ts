import { showDocument } from '../../contract/documents/document.ts';
import { listAllDocuments } from '../../contract/documents/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfDocuments } from '../../store/documents/documents.ts';

export const handler = httpHandler(listAllDocuments, { paged }, async ({ caller, query, db, range, respondPage }) =>
  respondPage(await pageOfDocuments(db, caller.tenant_id, query, range('document')), (document) =>
    showDocument(document, null),
  ),
);
