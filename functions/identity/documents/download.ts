import { httpHandler } from '../../core/http/handler.ts';
import { downloadLinks } from './links.ts';
import { documentNotAllowed } from './model.ts';
import { downloadDocument } from './routes.ts';
import { readDocument } from './table.ts';

const linkTo = downloadLinks();

export const handler = httpHandler(
  downloadDocument,
  {},
  async ({ caller, params, now, db, respond }) => {
    const document = await readDocument(db, caller.tenant_id, params.document_id);
    const link = await linkTo(document, now);
    if (!link) throw documentNotAllowed(document);
    return respond(link);
  },
);
