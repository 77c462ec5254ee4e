import type { ApiErrorItem, ApiErrorItemCode } from '../api-error.ts';

/** Headers that a business adds to its deliveries: names and values as they are sent. */
export type CustomHeaders = Readonly<Record<string, string>>;

/** What a merge patch says of them: null takes a header away. */
export type CustomHeadersPatch = Readonly<Record<string, string | null>>;

/** A header as stored: its value sealed, and what tells of it without saying it. */
export type EncryptedHeader = {
  /** Base64, under the context of tenant and webhook. */
  readonly encrypted: string;
  /** Equal for equal headers of one webhook, and for no others. */
  readonly fingerprint: string;
  /** Of the value; null where it is too short to show any of it. */
  readonly last4: string | null;
  readonly characters: number;
};

/** The headers of a webhook as stored, by their names. */
export type EncryptedHeaders = Readonly<Record<string, EncryptedHeader>>;

/** How many, and how long in characters: one name, one value, and all names and values together. */
export const custom_headers_max = 20;
export const custom_header_name_max = 100;
export const custom_header_value_max = 1024;
export const custom_headers_characters_max = 8192;

/** What stands for a value, or for all of it but its end. */
const mask = '****';

/** A value is shown by its last four characters where at least this many are hidden before them. */
const hidden_characters_min = 8;

/** What of a value may be shown to its owner. */
export const lastOf = (value: string): string | null =>
  value.length < hidden_characters_min + 4 ? null : value.slice(-4);

/** The headers as their owner sees them: names, and of each value the last four characters at most. */
export const maskedForOwner = (headers: EncryptedHeaders): CustomHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, { last4 }]) => [name, `${mask}${last4 ?? ''}`]));

/** The headers as others see them: names alone. */
export const maskedForAll = (headers: object): CustomHeaders =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, mask]));

/** A webhook's headers after a merge by name, in which case does not count; null takes a header away. */
export const mergedHeaders = (
  headers: EncryptedHeaders,
  patch: Readonly<Record<string, EncryptedHeader | null>>,
): EncryptedHeaders => {
  const said = new Set(Object.keys(patch).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !said.has(name.toLowerCase()));
  const added = Object.entries(patch).filter((header): header is [string, EncryptedHeader] => header[1] !== null);
  return Object.fromEntries([...kept, ...added]);
};

/** What is wrong with headers that were merged: each may be used, but they may have become too many or too long. */
export const mergedHeaderProblems = (headers: EncryptedHeaders): ApiErrorItem[] =>
  togetherProblems(Object.entries(headers).map(([name, { characters }]) => name.length + characters));

/** What is wrong with a webhook's custom headers, each item at `/headers/{name}`; empty when they may be used. */
export const customHeaderProblems = (headers: CustomHeadersPatch): ApiErrorItem[] => {
  const together = togetherProblems(Object.entries(headers).map(([name, value]) => name.length + (value ?? '').length));
  if (together.length > 0) return together;
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const found = nameProblem(name, seen) ?? (value === null ? null : valueProblem(value));
    seen.add(name.toLowerCase());
    return found === null ? [] : [{ pointer: `/headers/${pointerToken(name)}`, code: found[0], detail: found[1] }];
  });
};

const togetherProblems = (characters: readonly number[]): ApiErrorItem[] => {
  const tooLong = (detail: string): ApiErrorItem[] => [{ pointer: '/headers', code: 'too_long', detail }];
  if (characters.length > custom_headers_max) return tooLong(`At most ${custom_headers_max} headers can be added.`);
  const all = characters.reduce((sum, one) => sum + one, 0);
  if (all <= custom_headers_characters_max) return [];
  return tooLong(`Names and values have at most ${custom_headers_characters_max} characters in all, and have ${all}.`);
};

type Found = readonly [ApiErrorItemCode, string] | null;

/** A token of RFC 9110 that begins with a letter or digit: `__proto__` is no header. */
const headerName = /^[0-9A-Za-z][!#$%&'*+.^_`|~0-9A-Za-z-]*$/;

/** Printable ASCII that neither begins nor ends with a space, and nothing that could end the line. */
const headerValue = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** What belongs to the connection (RFC 9110, 7.6.1), to the request as a whole, or to what is being said and signed. */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const reservedPrefixes = ['content-', 'webhook-'];

const nameProblem = (name: string, seen: ReadonlySet<string>): Found => {
  const lower = name.toLowerCase();
  if (name.length > custom_header_name_max) {
    return ['too_long', `A header's name has at most ${custom_header_name_max} characters.`];
  }
  if (!headerName.test(name)) return ['invalid_format', 'This is not the name of a header.'];
  if (seen.has(lower)) return ['invalid_value', 'The same header is there twice: case does not tell names apart.'];
  const taken = reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix));
  return taken ? ['invalid_value', 'This header is set by the delivery itself and cannot be added.'] : null;
};

const valueProblem = (value: string): Found => {
  if (value.length > custom_header_value_max) {
    return ['too_long', `A header's value has at most ${custom_header_value_max} characters.`];
  }
  if (value.startsWith(mask)) return ['invalid_value', 'This is a mask: leave the header out to keep its value.'];
  return headerValue.test(value)
    ? null
    : ['invalid_format', 'A header holds printable ASCII and no space at its ends.'];
};

/** RFC 6901. */
const pointerToken = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
