import { HEIF } from 'image-size/types/heif';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';

/** In pixels. */
export type Dimensions = { readonly width: number; readonly height: number };

/** Measures a complete image from its headers; undefined for one that is damaged or incomplete. Nothing is decoded. */
export type Measure = (file: Buffer) => Dimensions | undefined;

type Format = {
  validate(input: Uint8Array): boolean;
  calculate(input: Uint8Array): Dimensions & { readonly images?: readonly Partial<Dimensions>[] };
};

/** Headers lie within so many of the first bytes. The library gets no more, so a hostile file cannot keep it busy. */
const header_bytes_max = 64 * 1024;

/** The dimensions by the library, which throws on what it cannot read; of several images in a file the largest counts. */
const measured = (format: Format, file: Buffer): Dimensions | undefined => {
  const head = file.subarray(0, header_bytes_max);
  try {
    if (!format.validate(head)) return undefined;
    const { images, ...only } = format.calculate(head);
    return (images ?? [only])
      .map(({ width = 0, height = 0 }) => ({ width, height }))
      .filter(({ width, height }) => width > 0 && height > 0)
      .reduce<Dimensions | undefined>(
        (most, one) => (most && areaOf(most) >= areaOf(one) ? most : one),
        undefined,
      );
  } catch {
    return undefined;
  }
};

/** In pixels. */
export const areaOf = ({ width, height }: Dimensions): number => width * height;

/** A PNG is complete with its last chunk. */
export const measurePng: Measure = (file) =>
  file.includes(lastChunk) ? measured(PNG, file) : undefined;

/** The name and the checksum of the chunk that ends every PNG; the chunk is empty, so they never differ (PNG, 11.2.5). */
const lastChunk = Buffer.from('49454e44ae426082', 'hex');

/** A WebP is as long as its RIFF header and its first chunk say. */
export const measureWebp: Measure = (file) => {
  if (file.length < webp_bytes_min) return undefined;
  const length = riff_bytes + file.readUInt32LE(4);
  const firstChunk = first_chunk_at + file.readUInt32LE(16);
  return length <= file.length && firstChunk <= length ? measured(WEBP, file) : undefined;
};

/** After the name of the container and its length. */
const riff_bytes = 8;
/** After the name of the first chunk and its length. */
const first_chunk_at = 20;
/** The headers, and as much of the first chunk as contains the dimensions. */
const webp_bytes_min = 30;

/**
 * A HEIC is a row of boxes that ends with the file (ISO 14496-12, 4.2). A phone stores a photograph as tiles of 512 pixels,
 * a thumbnail and the whole; the whole is the largest.
 */
export const measureHeic: Measure = (file) => {
  const seen = new Set<string>();
  for (let at = 0; at < file.length; ) {
    if (file.length - at < box_header_bytes) return undefined;
    const size = boxSize(file, at);
    if (size < box_header_bytes || at + size > file.length) return undefined;
    seen.add(file.toString('latin1', at + 4, at + 8));
    at += size;
  }
  return seen.has('meta') && seen.has('mdat') ? measured(HEIF, file) : undefined;
};

/** The size of a box: 1 means that a 64-bit size follows the name, 0 that the box ends with the file. */
const boxSize = (file: Buffer, at: number): number => {
  const size = file.readUInt32BE(at);
  if (size === 0) return file.length - at;
  if (size > 1) return size;
  return file.length - at < 16 ? 0 : Number(file.readBigUInt64BE(at + 8));
};

/** Size and name. */
const box_header_bytes = 8;

/**
 * A JPEG is complete with the marker that ends its image. Segments are followed from one to the
 * next (ITU-T T.81, annex B), since cameras put previews and profiles of megabytes before the
 * frame. Data after the image is not looked at: phones append a video to a photograph.
 */
export const measureJpeg: Measure = (file) => {
  let frame: Dimensions | undefined;
  // After the marker that begins the image.
  for (let at = nextMarker(file, 2); at + segment_bytes_min <= file.length; ) {
    const marker = file[at + 1] ?? 0;
    if (marker === endOfImage) return undefined;
    if (isFrame(marker))
      frame = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    // Inside a scan the two bytes of the end cannot occur, so a file that was cut off has none.
    if (marker === startOfScan) return file.includes(endMarker, at) ? frame : undefined;
    at = nextMarker(file, isBare(marker) ? at + 2 : at + 2 + file.readUInt16BE(at + 2));
  }
  return undefined;
};

/** The position of the next marker: decoders skip stray bytes before it, and any number of bytes ff may precede it. */
const nextMarker = (file: Buffer, from: number): number => {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff) return at;
  }
  return file.length;
};

/** Marker, length, precision, height and width of a frame: no relevant segment before the scan is shorter. */
const segment_bytes_min = 9;

const startOfScan = 0xda;
const endOfImage = 0xd9;
const endMarker = Buffer.from([0xff, endOfImage]);

/** SOF0 to SOF15, among which three are something else: Huffman tables, an extension and arithmetic conditioning. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A marker without a segment. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
