import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import {
  areaOf,
  type Measure,
  measureHeic,
  measureJpeg,
  measurePng,
  measureWebp,
} from './inspect-image.ts';
import { pdfHeaderAt, pdfState } from './inspect-pdf.ts';
import type { DocumentContentType, DocumentRejection } from './states.ts';

/** So many of the first bytes say what a file is; more would only give a hostile file more to be parsed. */
const sample_bytes = 4_100;

/**
 * Types that are read as another: an animated PNG begins with a PNG that shows all of it at once, and some programs name the
 * container of a HEIC only.
 */
const readAs: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
};

/**
 * The media type of a file by its content; `text/plain` where it is text of any kind, undefined for
 * garbage.
 */
export const contentTypeOf = async (file: Buffer): Promise<string | undefined> => {
  const sample = file.subarray(0, sample_bytes);
  // The library throws on some broken files; they count as unknown.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found) return readAs[found.mime] ?? found.mime;
  if (pdfHeaderAt(file) !== -1) return 'application/pdf';
  return isText(sample) ? 'text/plain' : undefined;
};

const isText = (sample: Buffer): boolean => {
  try {
    // More may follow: a character that the sample cuts in two is none that is broken.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return !/\p{Cc}/u.test(text.replaceAll(/[\t\n\f\r]/g, ''));
  } catch {
    return false;
  }
};

/** A photograph is legible from so many pixels of its shorter side on. */
export const shorter_side_px_min = 600;

/** No image has more pixels, so that nothing that decodes it later runs out of memory: 100 megapixels. */
export const image_px_max = 100_000_000;

/** The finding, and the SHA-256 (hex) of the file. */
export type InspectionFinding = {
  /** Null: fit to be used. */
  readonly rejection: DocumentRejection | null;
  readonly sha256: string;
};

/**
 * Inspects the bytes of a document: are they of the announced type, complete, large enough, and open to its reviewer? Nothing
 * is decoded, so no file costs much more than its length.
 */
export const inspectBytes = async (
  announced: DocumentContentType,
  file: Buffer,
): Promise<InspectionFinding> => ({
  rejection: await rejectionOf(announced, file),
  sha256: createHash('sha256').update(file).digest('hex'),
});

const rejectionOf = async (
  announced: DocumentContentType,
  file: Buffer,
): Promise<DocumentRejection | null> => {
  const found = await contentTypeOf(file);
  if (found === undefined) return 'unreadable';
  return found === announced ? checks[announced](file) : 'content_type_mismatch';
};

type Check = (file: Buffer) => DocumentRejection | null;

const image =
  (measure: Measure): Check =>
  (file) => {
    const dimensions = measure(file);
    if (!dimensions) return 'unreadable';
    if (areaOf(dimensions) > image_px_max) return 'too_large';
    return Math.min(dimensions.width, dimensions.height) < shorter_side_px_min ? 'too_small' : null;
  };

const rejectionOfPdf = {
  open: null,
  encrypted: 'password_protected',
  broken: 'unreadable',
} as const;

const checks: Readonly<Record<DocumentContentType, Check>> = {
  'image/jpeg': image(measureJpeg),
  'image/png': image(measurePng),
  'image/webp': image(measureWebp),
  'image/heic': image(measureHeic),
  'application/pdf': (file) => rejectionOfPdf[pdfState(file)],
};
