import type { Document } from '../../domain/document.ts';
import type { SignedUpload } from './document-storage.ts';
import { objectKeyOf } from './object-key.ts';
import { s3DocumentSigner } from './s3-document-signer.ts';

/** Gives a document the link for its bytes, good from `now` on; null unless they are awaited. */
export const uploadLinks = (signer = s3DocumentSigner()) => {
  return async (document: Document, now: Date): Promise<SignedUpload | null> => {
    if (document.status !== 'awaiting_upload') return null;
    const { tenant_id, customer_id, id: document_id, content_type, size_bytes } = document;
    return signer.signUpload(
      { key: objectKeyOf({ tenant_id, customer_id, document_id }), content_type, size_bytes },
      now,
    );
  };
};
