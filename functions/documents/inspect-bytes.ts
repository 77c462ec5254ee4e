import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { ByteRange } from '../aws/s3.ts';
import type { DocumentContentType, DocumentRejection } from './model.ts';

/** Of a file its first and its last so many bytes are read, however long it is. */
export const end_bytes = 64 * 1024;

/** Where a format says that something stands between the ends, so many bytes are read there, */
const piece_bytes = 4 * 1024;
/** and so often at most: a file cannot make itself be read as a whole. */
const pieces_max = 16;

/** Reads bytes from `first` to `last`, both included. */
export type ReadRange = (range: ByteRange) => Promise<Buffer>;

/** What is known of a file's bytes without having read them all. */
export type DocumentBytes = {
  readonly size: number;
  readonly head: Buffer;
  /** The last bytes; they overlap the head of a file that is shorter than both. */
  readonly tail: Buffer;
  /** At least so many bytes from a position, or what is there; empty when too much was asked for between the ends. */
  at(first: number, length: number): Promise<Buffer>;
  /** SHA-256 (hex) of all that was read, in the order of reading. */
  sha256(): string;
};

/** Opens a file of `size` bytes by reading its ends. */
export const openBytes = async (size: number, read: ReadRange): Promise<DocumentBytes> => {
  const hash = createHash('sha256');
  const windows: { readonly first: number; readonly bytes: Buffer }[] = [];
  const fetch = async (first: number, last: number): Promise<Buffer> => {
    if (first > last) return Buffer.alloc(0);
    const bytes = await read({ first, last });
    hash.update(bytes);
    windows.push({ first, bytes });
    return bytes;
  };
  const head = await fetch(0, Math.min(size, end_bytes) - 1);
  const rest = await fetch(Math.max(end_bytes, size - end_bytes), size - 1);
  const tail = rest.length === end_bytes ? rest : Buffer.concat([head, rest]).subarray(-end_bytes);
  let pieces = 0;
  return {
    size,
    head,
    tail,
    at: async (first, length) => {
      const end = Math.min(first + length, size);
      const there = windows.find((known) => known.first <= first && known.first + known.bytes.length >= end);
      if (there) return there.bytes.subarray(first - there.first);
      if (first >= size || pieces++ === pieces_max) return Buffer.alloc(0);
      return fetch(first, Math.min(first + Math.max(length, piece_bytes), size) - 1);
    },
    sha256: () => hash.copy().digest('hex'),
  };
};

/** So much of the head tells what a file is; more would only give a hostile one more to be parsed. */
const sample_bytes = 4_100;

/** Types that are read as another: an animated PNG begins with a PNG that shows all of it at once. */
const readAs: Readonly<Record<string, string>> = { 'image/apng': 'image/png' };

/** What a file is by its content, as a media type; `text/plain` where it is text of any kind, undefined for garbage. */
export const contentTypeOf = async (head: Buffer): Promise<string | undefined> => {
  const sample = head.subarray(0, sample_bytes);
  // The library throws on some broken files; what it cannot tell, nobody can.
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found) return readAs[found.mime] ?? found.mime;
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

/** In pixels. */
export type Dimensions = { readonly width: number; readonly height: number };

/** The dimensions of a PNG that is there to its last chunk; undefined for any other. */
export const pngDimensions = ({ head, tail }: DocumentBytes): Dimensions | undefined =>
  tail.includes(lastChunk) ? measured(PNG, head) : undefined;

/** The name and the checksum of the chunk that ends every PNG; it is empty, so they never differ (PNG, 11.2.5). */
const lastChunk = Buffer.from('49454e44ae426082', 'hex');

/** The dimensions of a WebP that is as long as its RIFF header and its first chunk say; undefined for any other. */
export const webpDimensions = ({ head, size }: DocumentBytes): Dimensions | undefined => {
  if (head.length < webp_bytes_min) return undefined;
  const length = riff_bytes + head.readUInt32LE(4);
  const firstChunk = first_chunk_at + head.readUInt32LE(16);
  return length <= size && firstChunk <= length ? measured(WEBP, head) : undefined;
};

/** Behind the name of the container and its length. */
const riff_bytes = 8;
/** Behind the name of the first chunk and its length. */
const first_chunk_at = 20;
/** The headers, and as much of the first chunk as tells the dimensions. */
const webp_bytes_min = 30;

type Format = {
  validate(input: Uint8Array): boolean;
  calculate(input: Uint8Array): { readonly width: number; readonly height: number };
};

/** The library throws on what it cannot read. */
const measured = (format: Format, head: Buffer): Dimensions | undefined => {
  try {
    if (!format.validate(head)) return undefined;
    const { width, height } = format.calculate(head);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The dimensions of a JPEG that is there to its end; undefined for any other. Cameras put previews and colour profiles of
 * more than a head's length before the frame, so the segments are followed from one to the next (ITU-T T.81, annex B).
 */
export const jpegDimensions = async (bytes: DocumentBytes): Promise<Dimensions | undefined> => {
  let frame: Dimensions | undefined;
  // Behind the marker that begins the image.
  for (let at = 2; at < bytes.size; ) {
    const segment = await bytes.at(at, segment_bytes);
    const marker = segment[1] ?? 0;
    if (segment[0] !== 0xff || segment.length < segment_bytes || marker === endOfImage) return undefined;
    if (isFrame(marker)) frame = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    if (marker === startOfScan) return frame && endsBehind(at, bytes) ? frame : undefined;
    at += marker === fill ? 1 : isBare(marker) ? 2 : 2 + segment.readUInt16BE(2);
  }
  return undefined;
};

/** Marker, length, precision, height and width of a frame: no segment before the scan that matters is shorter. */
const segment_bytes = 9;

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Any number of these may stand before a marker. */
const fill = 0xff;

/** SOF0 to SOF15, among which three are something else: Huffman tables, an extension and arithmetic conditioning. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A marker without a segment. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Whether the image ends after its scan began. Inside a scan the two bytes of the end cannot stand, so a file that was cut
 * off has none; behind the end cameras may put more.
 */
const endsBehind = (scan: number, { tail, size }: DocumentBytes): boolean =>
  tail.includes(endMarker, Math.max(0, scan - (size - tail.length)));

const endMarker = Buffer.from([0xff, endOfImage]);

/** What a PDF is to a reader: to be opened, only with a password, or broken. */
export type PdfState = 'open' | 'encrypted' | 'broken';

/** A PDF whose end is there, and whether it is encrypted: its trailers say so (ISO 32000-1, 7.5.5, 7.5.8 and 7.6.1). */
export const pdfState = async (bytes: DocumentBytes): Promise<PdfState> => {
  const tail = textOf(bytes.tail);
  const end = lengthWithoutFiller(bytes.tail);
  if (!tail.slice(Math.max(0, end - marker_within), end).includes('%%EOF')) return 'broken';
  const places = [tail, textOf(bytes.head), textOf(await lastTable(bytes, tail))];
  return places.some((text) => trailersIn(text).some((trailer) => encryptEntry.test(trailer))) ? 'encrypted' : 'open';
};

/** The end marker stands within so many of the last bytes, as readers expect. */
const marker_within = 1024;

/** Some programs fill the file up to a round length, with zeros or white space. */
const lengthWithoutFiller = (bytes: Buffer): number => {
  let length = bytes.length;
  while (length > 0 && (bytes[length - 1] ?? 0) <= 0x20) length--;
  return length;
};

/** Dictionaries are looked at for so many characters around what names them. */
const dictionary_max = 4096;

const encryptEntry = /\/Encrypt(?![^\0\s()<>[\]{}/%])/;

/** What a byte is does not depend on its neighbours, so that offsets stay what they are. */
const textOf = (bytes: Buffer): string => bytes.toString('latin1');

/** Where the end says that the last table of objects begins: of long files it may lie before the tail. */
const lastTable = async (bytes: DocumentBytes, tail: string): Promise<Buffer> => {
  const offset = Number(/startxref\s+(\d{1,10})\s/.exec(tail.slice(tail.lastIndexOf('startxref')))?.[1]);
  return Number.isSafeInteger(offset) ? bytes.at(offset, dictionary_max) : Buffer.alloc(0);
};

/** The dictionaries behind `trailer`, and those of the streams that stand for a trailer since PDF 1.5. */
const trailersIn = (text: string): string[] => [
  ...text.split('trailer').slice(1).map(upTo('startxref')),
  ...[...text.matchAll(/\/Type\s{0,9}\/XRef(?![A-Za-z])/g)].map(({ index }) => {
    const before = text.slice(Math.max(0, index - dictionary_max), index);
    return before.slice(before.lastIndexOf(' obj') + 1) + upTo('stream')(text.slice(index, index + dictionary_max));
  }),
];

const upTo = (word: string) => (text: string) => text.slice(0, dictionary_max).split(word, 1)[0] ?? '';

/** What can be read on a photograph: pixels of its shorter side. */
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
