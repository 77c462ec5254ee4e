import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import type { Document } from './model.ts';
import { toDocumentResource } from './model.ts';
import { DocumentResource } from './schema.ts';
import type { DocumentEventType } from './states.ts';
import { saveDocument } from './table.ts';

const registration: Registration<Document, typeof DocumentResource> = {
  object: 'document',
  schema: DocumentResource,
  toResource: (item) => toDocumentResource(item, null),
  save: saveDocument,
  customerOf: ({ customer_id }) => customer_id,
};

/** The change for a transition of a document; as in lists and events, without a link. */
export const document = (transition: Transition<Document, DocumentEventType>) =>
  changed(registration, transition);
