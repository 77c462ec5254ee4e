import { showDocument } from '../../contract/documents/document.ts';
import { getDocument } from '../../contract/documents/routes.ts';
import { httpHandler } from '../../http/handler.ts';
import { freshUploadLinks } from '../../ports/document-storage/fresh-links.ts';
import { readDocument } from '../../store/documents/documents.ts';

const linkFor = freshUploadLinks();

export const handler = httpHandler(getDocument, {}, async ({ caller, params, now, db, respond }) => {
  const document = await readDocument(db, caller.tenant_id, params.document_id);
  return respond(showDocument(document, await linkFor(document, now)));
});
