import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { AttemptResponse } from '../../domain/deliveries/attempt.ts';

/** So much of a body is read, in bytes; what is longer is cut off together with the connection. */
export const body_bytes_max = 16 * 1024;

/** So much of it is kept, in bytes. */
export const body_kept_bytes_max = 4 * 1024;

/** So much of the answer's header is read, in bytes; a longer one is a bad response. */
export const header_bytes_max = 16 * 1024;

/** So much of it is kept: characters of one value, and of all names and values together. */
export const header_value_kept_max = 1024;
export const headers_kept_max = 4 * 1024;

/** The pieces of a body that have arrived. */
export type Body = { readonly pieces: Buffer[]; bytes: number };

type Message = Pick<IncomingMessage, 'statusCode' | 'headers' | 'headersDistinct'>;

/** What is kept of an answer whose body, or the beginning of it, has been read. */
export const answerOf = (message: Message, body: Body): AttemptResponse => {
  const read = Buffer.concat(body.pieces).subarray(0, body_bytes_max);
  return {
    status: message.statusCode ?? 0,
    headers: keptHeaders(message),
    body: textOf(read.subarray(0, body_kept_bytes_max)),
    body_bytes: body.bytes < body_bytes_max ? body.bytes : Math.max(body.bytes, declaredLength(message) ?? 0),
    body_sha256: hash('sha256', read, 'hex'),
  };
};

/** Of a character cut in half at the end nothing is kept. */
const textOf = (bytes: Buffer) => new StringDecoder('utf8').write(bytes);

const declaredLength = ({ headers }: Pick<IncomingMessage, 'headers'>): number | null => {
  const declared = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(declared) ? Number(declared) : null;
};

/** These decide or explain what happens next, so they are kept whatever else there is. */
const keptFirst = ['location', 'retry-after', 'content-type', 'content-length'];

/** Node's `headers` is an object like any other and has no place for `__proto__`; `headersDistinct` has no prototype. */
const keptHeaders = ({ headers, headersDistinct }: Message): Record<string, string> => {
  const names = [...new Set([...keptFirst, ...Object.keys(headersDistinct)])].filter((name) => headersDistinct[name]);
  const kept: [string, string][] = [];
  let left = headers_kept_max;
  for (const name of names) {
    const said = Object.hasOwn(headers, name) ? headers[name] : headersDistinct[name];
    const value = [said ?? ''].flat().join(', ').slice(0, header_value_kept_max);
    if (name.length + value.length > left) continue;
    left -= name.length + value.length;
    kept.push([name, value]);
  }
  return Object.fromEntries(kept);
};
