import type { ApiErrorItem, ApiErrorItemCode } from '../../core/api-error.ts';
import { pointerOf } from '../../core/json.ts';

/** Headers that a business adds to its deliveries: names and values as they are sent. */
export type CustomHeaders = Readonly<Record<string, string>>;

/** A merge patch of them: null removes a header. */
export type CustomHeadersPatch = Readonly<Record<string, string | null>>;

/** A header as stored: its value encrypted, and what can be known without decrypting it. */
export type EncryptedHeader = {
  /** Base64, under the context of tenant and webhook. */
  readonly encrypted: string;
  /** Equal only for equal headers of one webhook. */
  readonly fingerprint: string;
  /** The last digits of the value; null where it is too short to show any of it. */
  readonly last4: string | null;
  readonly characters: number;
};

/** The headers of a webhook as stored, by their names. */
export type EncryptedHeaders = Readonly<Record<string, EncryptedHeader>>;

/** Limits, in characters except the first: the number of headers, one name, one value, all names and values. */
export const custom_headers_max = 20;
export const custom_header_name_max = 100;
export const custom_header_value_max = 1024;
export const custom_headers_characters_max = 8192;

/** Replaces a value, or all of it but its end. */
const mask = '****';

/** The last four characters of a value are shown if at least this many are hidden before them. */
const hidden_characters_min = 8;

/** The last four characters of a long value, which its owner may see. */
export const lastOf = (value: string): string | null =>
  value.length < hidden_characters_min + 4 ? null : value.slice(-4);

/** The headers as their owner sees them: names, and of each value the last four characters at most. */
export const maskedForOwner = (headers: EncryptedHeaders): CustomHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { last4 }]) => [name, `${mask}${last4 ?? ''}`]),
  );

/** The headers as others see them: names alone. */
export const maskedForAll = (headers: object): CustomHeaders =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, mask]));

/** The headers of a webhook after a merge by name, ignoring case; null removes a header. */
export const mergedHeaders = (
  headers: EncryptedHeaders,
  patch: Readonly<Record<string, EncryptedHeader | null>>,
): EncryptedHeaders => {
  const patched = new Set(Object.keys(patch).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !patched.has(name.toLowerCase()));
  const added = Object.entries(patch).filter(
    (header): header is [string, EncryptedHeader] => header[1] !== null,
  );
  return Object.fromEntries([...kept, ...added]);
};

/** The errors of merged headers: each is valid, but they may be too many or too long. */
export const mergedHeaderErrors = (headers: EncryptedHeaders): ApiErrorItem[] =>
  sizeErrors(Object.entries(headers).map(([name, { characters }]) => name.length + characters));

/** The errors of the custom headers of a webhook, each at `/headers/{name}`. */
export const customHeaderErrors = (headers: CustomHeadersPatch): ApiErrorItem[] => {
  const tooLarge = sizeErrors(
    Object.entries(headers).map(([name, value]) => name.length + (value ?? '').length),
  );
  if (tooLarge.length > 0) return tooLarge;
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const found = nameError(name, seen) ?? (value === null ? null : valueError(value));
    seen.add(name.toLowerCase());
    return found === null
      ? []
      : [{ pointer: pointerOf(['headers', name]), code: found[0], detail: found[1] }];
  });
};

const sizeErrors = (characters: readonly number[]): ApiErrorItem[] => {
  const tooLong = (detail: string): ApiErrorItem[] => [
    { pointer: '/headers', code: 'too_long', detail },
  ];
  if (characters.length > custom_headers_max)
    return tooLong(`At most ${custom_headers_max} headers can be added.`);
  const all = characters.reduce((sum, one) => sum + one, 0);
  if (all <= custom_headers_characters_max) return [];
  return tooLong(
    `Names and values have at most ${custom_headers_characters_max} characters in all, and have ${all}.`,
  );
};

type Found = readonly [ApiErrorItemCode, string] | null;

/** A token of RFC 9110 that starts with a letter or digit, so not `__proto__`. */
export const headerName = /^[0-9A-Za-z][!#$%&'*+.^_`|~0-9A-Za-z-]*$/;

/** Printable ASCII without a space at its ends, so nothing that could end the line. */
export const headerValue = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers of the connection (RFC 9110, 7.6.1), of the request, or of the signed content, in lower case. */
export const reserved = new Set([
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
export const reservedPrefixes = ['content-', 'webhook-'];

const nameError = (name: string, seen: ReadonlySet<string>): Found => {
  const lower = name.toLowerCase();
  if (name.length > custom_header_name_max) {
    return ['too_long', `A header's name has at most ${custom_header_name_max} characters.`];
  }
  if (!headerName.test(name)) return ['invalid_format', 'This is not the name of a header.'];
  if (seen.has(lower))
    return ['invalid_value', 'The same header is there twice: names differ by more than case.'];
  const taken = reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix));
  return taken
    ? ['invalid_value', 'This header is set by the delivery itself and cannot be added.']
    : null;
};

const valueError = (value: string): Found => {
  if (value.length > custom_header_value_max) {
    return ['too_long', `A header's value has at most ${custom_header_value_max} characters.`];
  }
  if (value.startsWith(mask))
    return ['invalid_value', 'This is a mask: leave the header out to keep its value.'];
  return headerValue.test(value)
    ? null
    : ['invalid_format', 'A header holds printable ASCII and no space at its ends.'];
};
