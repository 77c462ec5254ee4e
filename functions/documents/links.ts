import { type SignedDownload, type SignedUpload, s3DocumentReader } from '../aws/s3.ts';
import { s3DocumentSigner } from '../aws/s3-signer.ts';
import type { Document } from './model.ts';
import { objectKeyOf } from './object-key.ts';

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
