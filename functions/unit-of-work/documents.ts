import { ShownDocument, showDocument } from '../contract/documents/document.ts';
import type { DocumentEventType } from '../domain/documents/life.ts';
import type { Transition } from '../domain/transition.ts';
import { saveDocument } from '../store/documents/documents.ts';
import { changed, type Registration } from './unit-of-work.ts';

type Stored = Parameters<typeof showDocument>[0];

/** What a transition of a document comes to; as lists and events show it, without a link. */
export const document = (transition: Transition<Stored, DocumentEventType>) => changed(noun, transition);

const noun: Registration<Stored, typeof ShownDocument> = {
  schema: ShownDocument,
  show: (stored) => showDocument(stored, null),
  save: saveDocument,
  subject: ({ tenant_id, customer_id, id, version }) => ({
    tenant_id,
    customer_id,
    resource: { id, object: 'document' },
    sequence: version,
  }),
};
