import { type SignedDownload, type SignedUpload, s3DocumentReader } from '../../core/aws/s3.ts';
import { s3DocumentSigner } from '../../core/aws/s3-signer.ts';
import type { Document } from './model.ts';
import { objectKeyOf } from './object-key.ts';

/** The link for the upload of a document, valid from `now` on; null unless it awaits its upload. */
export const uploadLinks = (signer = s3DocumentSigner()) => {
  return async (document: Document, now: Date): Promise<SignedUpload | null> => {
    if (document.status !== 'awaiting_upload') return null;
    const { content_type, size_bytes } = document;
    return signer.signUpload({ key: keyOf(document), content_type, size_bytes }, now);
  };
};

/** The link to the inspected version of a document; null where none was inspected. */
export const downloadLinks = (signer = s3DocumentSigner()) => {
  return async (document: Document, now: Date): Promise<SignedDownload | null> =>
    document.inspected && signer.signDownload(keyOf(document), document.inspected.version_id, now);
};

const keyOf = ({ tenant_id, customer_id, id: document_id }: Document): string =>
  objectKeyOf({ tenant_id, customer_id, document_id });

/**
 * As uploadLinks, and null too where storage has the bytes already: it would reject a second upload.
 */
export const freshUploadLinks = (linkFor = uploadLinks(), reader = s3DocumentReader()) => {
  return async (document: Document, now: Date): Promise<SignedUpload | null> => {
    const { tenant_id, customer_id, id: document_id } = document;
    if (document.status !== 'awaiting_upload') return null;
    const there = await reader.holds(objectKeyOf({ tenant_id, customer_id, document_id }));
    return there ? null : linkFor(document, now);
  };
};
