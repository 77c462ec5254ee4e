import { httpHandler } from '../../core/http/handler.ts';
import { freshUploadLinks } from '../documents/links.ts';
import { toDocumentResource } from '../documents/model.ts';
import { getOnboardingDocument } from './routes.ts';
import { readOwnDocument } from './table.ts';

const linkFor = freshUploadLinks();

export const handler = httpHandler(
  getOnboardingDocument,
  {},
  async ({ caller, params, now, db, canSeePart, respond }) => {
    const document = await readOwnDocument(db, caller, params.document_id, now);
    return respond(
      toDocumentResource(document, canSeePart('upload') ? await linkFor(document, now) : null),
    );
  },
);
