import { deflateSync, inflateSync } from 'node:zlib';

/**
 * A text as it is stored where its bytes cost units: in zlib's format (RFC 1950). Its checksum makes a read of anything but the
 * exact text fail. A `dictionary` is text that is likely to be in it; the same is needed to read it.
 */
export const deflated = (text: string, dictionary = ''): Uint8Array =>
  deflateSync(text, optionsOf(dictionary));

/** The exact text that was stored; throws if the bytes or the dictionary are others. */
export const inflated = (stored: unknown, dictionary = ''): string =>
  inflateSync(stored as Uint8Array, optionsOf(dictionary)).toString();

const optionsOf = (dictionary: string) =>
  dictionary === '' ? {} : { dictionary: Buffer.from(dictionary) };
