import { createHash } from 'node:crypto';
import type { ByteRange } from '../document-storage/document-storage.ts';

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
