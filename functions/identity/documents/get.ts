import { httpHandler } from '../../core/http/handler.ts';
import { freshUploadLinks } from './links.ts';
import { toDocumentResource } from './model.ts';
import { getDocument } from './routes.ts';
import { readDocument } from './table.ts';

const linkFor = freshUploadLinks();

export const handler = httpHandler(
  getDocument,
  {},
  async ({ caller, params, now, db, canSeePart, respond }) => {
    const document = await readDocument(db, caller.tenant_id, params.document_id);
    return respond(
      toDocumentResource(document, canSeePart('upload') ? await linkFor(document, now) : null),
    );
  },
);
