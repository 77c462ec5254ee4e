import { ShownDocument, showDocument } from '../contract/documents/document.ts';
import type { Document } from '../domain/documents/document.ts';
import type { DocumentEventType } from '../domain/documents/life.ts';
import type { Transition } from '../domain/transition.ts';
import { saveDocument } from '../store/documents/documents.ts';
import { changed, type Registration } from './unit-of-work.ts';

const registration: Registration<Document, typeof ShownDocument> = {
  object: 'document',
  schema: ShownDocument,
  show: (item) => showDocument(item, null),
  save: saveDocument,
  customerOf: ({ customer_id }) => customer_id,
};

/** What a transition of a document comes to; as lists and events show it, without a link. */
export const document = (transition: Transition<Document, DocumentEventType>) => changed(registration, transition);
