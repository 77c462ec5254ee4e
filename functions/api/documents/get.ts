import { showDocument } from '../../contract/documents/document.ts';
import { getDocument } from '../../contract/documents/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { freshUploadLinks } from '../../ports/document-storage/fresh-links.ts';
import { readDocument } from '../../store/documents/documents.ts';

const linkFor = freshUploadLinks();

export const handler = endpoint(getDocument, async ({ caller, params, now, db, answer }) => {
  const document = await readDocument(db, caller.tenant_id, params.document_id);
  return answer(showDocument(document, await linkFor(document, now)));
});
