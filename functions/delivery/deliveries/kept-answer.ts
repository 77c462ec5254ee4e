import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import {
  type BrotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import type { Attempt } from './model.ts';

type AttemptResponse = NonNullable<Attempt['response']>;

/** How much of a body is read, in bytes; after that the connection is closed. */
export const body_bytes_max = 16 * 1024;

/** How much of it is kept, in bytes. */
export const body_kept_bytes_max = 4 * 1024;

/** How much of the header is kept, in characters: of one value, and of all names and values. */
const header_value_kept_max = 1024;
const headers_kept_max = 4 * 1024;

/** The received part of a body. */
export type Body = { readonly pieces: Buffer[]; bytes: number };

/** The head of an answer that is read besides its body. */
export type AnswerHead = Pick<IncomingMessage, 'statusCode' | 'headers' | 'headersDistinct'>;

/** The part of an answer that is kept once its body, or the beginning of it, was read. */
export const keptAnswer = async (message: AnswerHead, body: Body): Promise<AttemptResponse> => {
  const { pieces, bytes } = body;
  const read = Buffer.concat(pieces).subarray(0, body_bytes_max);
  const content = (await decoded(read, message)) ?? read;
  return {
    status: message.statusCode ?? 0,
    headers: keptHeaders(message),
    body: textOf(content.subarray(0, body_kept_bytes_max)),
    body_bytes: bytes < body_bytes_max ? bytes : Math.max(bytes, declaredLength(message) ?? 0),
    body_sha256: hash('sha256', read, 'hex'),
  };
};

/** A character that is cut at the end is dropped. */
const textOf = (bytes: Buffer) => new StringDecoder('utf8').write(bytes);

/** Whether zlib's format begins so; some servers send raw deflate as `deflate` (RFC 9110, 8.4.1.2). */
const isZlib = (bytes: Buffer) =>
  bytes.length < 2 || (((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE() % 31 === 0);

/**
 * Decoded content comes in pieces as large as what is kept, and no second piece is made before the
 * first was taken.
 */
const zlib = { chunkSize: body_kept_bytes_max, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { chunkSize: body_kept_bytes_max, finishFlush: constants.BROTLI_OPERATION_FLUSH };

/** The decoders of contents that endpoints send although nobody accepts them (RFC 9110, 8.4.1). */
const decoders = new Map<
  string,
  (bytes: Buffer) => Gunzip | Inflate | InflateRaw | BrotliDecompress
>([
  ['gzip', () => createGunzip(zlib)],
  ['x-gzip', () => createGunzip(zlib)],
  ['deflate', (bytes) => (isZlib(bytes) ? createInflate(zlib) : createInflateRaw(zlib))],
  ['br', () => createBrotliDecompress(brotli)],
]);

/**
 * The beginning of a compressed body, as much as is kept: what more it would inflate to is never made. Undefined where it has
 * no coding or several, or is not what its header says.
 */
const decoded = async (bytes: Buffer, { headers }: AnswerHead): Promise<Buffer | undefined> => {
  const codings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const [coding = '', ...more] = codings.filter((one) => one !== 'identity' && one !== '');
  const decoder = more.length > 0 ? undefined : decoders.get(coding)?.(bytes);
  if (!decoder) return undefined;
  const pieces: Buffer[] = [];
  let length = 0;
  decoder.end(bytes);
  try {
    for await (const piece of decoder) {
      pieces.push(piece);
      length += piece.length;
      if (length >= body_kept_bytes_max) break;
    }
  } catch {
    // The content before the broken part is kept.
    if (length === 0) return undefined;
  }
  return Buffer.concat(pieces);
};

const declaredLength = ({ headers }: Pick<IncomingMessage, 'headers'>): number | null => {
  const declared = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(declared) ? Number(declared) : null;
};

/** These headers decide or explain what happens next, so they are kept first. */
const keptFirst = ['location', 'retry-after', 'content-type', 'content-length', 'content-encoding'];

/** Node's `headers` cannot contain `__proto__`; `headersDistinct` has no prototype. */
const keptHeaders = ({ headers, headersDistinct }: AnswerHead): Record<string, string> => {
  const names = [...new Set([...keptFirst, ...Object.keys(headersDistinct)])].filter(
    (name) => headersDistinct[name],
  );
  const kept: [string, string][] = [];
  let left = headers_kept_max;
  for (const name of names) {
    // Node's `headers` has the first line of Retry-After alone.
    const isWhole = Object.hasOwn(headers, name) && name !== 'retry-after';
    const values = isWhole ? headers[name] : headersDistinct[name];
    const value = [values ?? ''].flat().join(', ').slice(0, header_value_kept_max);
    if (name.length + value.length > left) continue;
    left -= name.length + value.length;
    kept.push([name, value]);
  }
  return Object.fromEntries(kept);
};
