import type { Document } from '../../api/objects.ts';
import { type Follow, useRead } from '../../api/use-read.ts';

/** A document, followed as the page says. */
export const useDocument = (document_id: string, follow?: Follow<Document>) =>
  useRead<Document>({
    key: ['document', document_id],
    read: (api, signal) => api.documents.get({ params: { document_id }, signal }),
    follow,
  });
