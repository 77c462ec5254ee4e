import type { Document } from '../../domain/documents/document.ts';
import { uploadLinks } from './document-links.ts';
import type { SignedUpload } from './document-storage.ts';
import { objectKeyOf } from './object-key.ts';
import { s3DocumentReader } from './s3-document-reader.ts';

/**
 * As uploadLinks, and null too where the bytes lie in storage already and are about to be looked at: a link that storage
 * would refuse is no help.
 */
export const freshUploadLinks = (linkFor = uploadLinks(), reader = s3DocumentReader()) => {
  return async (document: Document, now: Date): Promise<SignedUpload | null> => {
    const { tenant_id, customer_id, id: document_id } = document;
    if (document.status !== 'awaiting_upload') return null;
    const there = await reader.holds(objectKeyOf({ tenant_id, customer_id, document_id }));
    return there ? null : linkFor(document, now);
  };
};
