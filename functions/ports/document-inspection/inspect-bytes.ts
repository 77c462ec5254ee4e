import type { DocumentContentType, DocumentRejection } from '../../domain/documents/document.ts';
import { contentTypeOf } from './content-type.ts';
import { type DocumentBytes, openBytes, type ReadRange } from './document-bytes.ts';
import { type Dimensions, pngDimensions, webpDimensions } from './image.ts';
import { jpegDimensions } from './jpeg.ts';
import { pdfState } from './pdf.ts';

/** What can be read on a photograph: pixels of its shorter side (product.md, Identity verification). */
export const shorter_side_px_min = 600;

/** What was found, and the SHA-256 (hex) of the bytes that were read for it. */
export type InspectionFinding = {
  /** Null: fit to be used. */
  readonly rejection: DocumentRejection | null;
  readonly sha256: string;
};

/**
 * Looks at the bytes of a document: are they what was said, whole, large enough, and open to whoever reviews them? Nothing is
 * decoded and the middle of a long file is not read, so that no file costs more than another. Throws only what `read` throws.
 */
export const inspectBytes = async (
  said: { readonly content_type: DocumentContentType; readonly size_bytes: number },
  read: ReadRange,
): Promise<InspectionFinding> => {
  const bytes = await openBytes(said.size_bytes, read);
  const rejection = await rejectionOf(said.content_type, bytes);
  return { rejection, sha256: bytes.sha256() };
};

const rejectionOf = async (said: DocumentContentType, bytes: DocumentBytes): Promise<DocumentRejection | null> => {
  const found = await contentTypeOf(bytes.head);
  if (found === undefined) return 'unreadable';
  return found === said ? checks[said](bytes) : 'content_type_mismatch';
};

type Check = (bytes: DocumentBytes) => Promise<DocumentRejection | null>;

const image =
  (measure: (bytes: DocumentBytes) => Dimensions | undefined | Promise<Dimensions | undefined>): Check =>
  async (bytes) => {
    const dimensions = await measure(bytes);
    if (!dimensions) return 'unreadable';
    return Math.min(dimensions.width, dimensions.height) < shorter_side_px_min ? 'too_small' : null;
  };

const rejectionOfPdf = { open: null, encrypted: 'password_protected', broken: 'unreadable' } as const;

const checks: Readonly<Record<DocumentContentType, Check>> = {
  'image/jpeg': image(jpegDimensions),
  'image/png': image(pngDimensions),
  'image/webp': image(webpDimensions),
  'application/pdf': async (bytes) => rejectionOfPdf[await pdfState(bytes)],
};
