import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import type { DocumentBytes } from './document-bytes.ts';

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
