import type { FailureItem, FailureItemCode } from '../failure.ts';

/** Headers that a business adds to its deliveries: names and values as they are sent. */
export type CustomHeaders = Readonly<Record<string, string>>;

/** How many, and how long in characters. */
export const custom_headers_max = 20;
export const custom_header_name_max = 100;
export const custom_header_value_max = 1024;

/** What is wrong with a webhook's custom headers, each item at `/headers/{name}`; empty when they may be used. */
export const customHeaderProblems = (headers: CustomHeaders): FailureItem[] => {
  const names = Object.keys(headers);
  if (names.length > custom_headers_max) {
    return [{ pointer: '/headers', code: 'too_long', detail: `At most ${custom_headers_max} headers can be added.` }];
  }
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const found = nameProblem(name, seen) ?? valueProblem(value);
    seen.add(name.toLowerCase());
    return found === null ? [] : [{ pointer: `/headers/${pointerToken(name)}`, code: found[0], detail: found[1] }];
  });
};

type Found = readonly [FailureItemCode, string] | null;

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
  return headerValue.test(value)
    ? null
    : ['invalid_format', 'A header holds printable ASCII and no space at its ends.'];
};

/** RFC 6901. */
const pointerToken = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
