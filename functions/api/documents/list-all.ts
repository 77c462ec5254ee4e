import { showDocument } from '../../contract/documents/document.ts';
import { listAllDocuments } from '../../contract/documents/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfDocuments } from '../../store/documents/documents.ts';

export const handler = listing(listAllDocuments, async ({ caller, query, db, range, answerPage }) =>
  answerPage(await pageOfDocuments(db, caller.tenant_id, query, range('document')), (document) =>
    showDocument(document, null),
  ),
);
