import type { Document } from '../../domain/documents/document.ts';
import type { SignedDownload, SignedUpload } from './document-storage.ts';
import { objectKeyOf } from './object-key.ts';
import { s3DocumentSigner } from './s3-document-signer.ts';

/** Gives a document the link for its bytes, good from `now` on; null unless they are awaited. */
export const uploadLinks = (signer = s3DocumentSigner()) => {
  return async (document: Document, now: Date): Promise<SignedUpload | null> => {
    if (document.status !== 'awaiting_upload') return null;
    const { content_type, size_bytes } = document;
    return signer.signUpload({ key: keyOf(document), content_type, size_bytes }, now);
  };
};

/** Gives a document the link to the very bytes that were inspected; null where none were. */
export const downloadLinks = (signer = s3DocumentSigner()) => {
  return async (document: Document, now: Date): Promise<SignedDownload | null> =>
    document.inspected && signer.signDownload(keyOf(document), document.inspected.version_id, now);
};

const keyOf = ({ tenant_id, customer_id, id: document_id }: Document): string =>
  objectKeyOf({ tenant_id, customer_id, document_id });
