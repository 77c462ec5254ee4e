import { showDocument } from '../../contract/documents/document.ts';
import { listDocuments } from '../../contract/documents/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfDocuments } from '../../store/documents/documents.ts';

export const handler = listing(listDocuments, async ({ caller, params, db, range, answerPage }) =>
  answerPage(await pageOfDocuments(db, caller.tenant_id, params.customer_id, range('document')), (document) =>
    showDocument(document, null),
  ),
);
