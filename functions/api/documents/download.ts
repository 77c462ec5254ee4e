import { downloadDocument } from '../../contract/documents/routes.ts';
import { documentNotAllowed } from '../../domain/documents/document.ts';
import { httpHandler } from '../../http/handler.ts';
import { downloadLinks } from '../../ports/document-storage/document-links.ts';
import { readDocument } from '../../store/documents/documents.ts';

const linkTo = downloadLinks();

export const handler = httpHandler(downloadDocument, {}, async ({ caller, params, now, db, respond }) => {
  const document = await readDocument(db, caller.tenant_id, params.document_id);
  const link = await linkTo(document, now);
  if (!link) throw documentNotAllowed(document);
  return respond(link);
});
