import type { ApiErrorItem, ApiErrorItemCode } from '../../core/api-error.ts';
import { addressOf, type IpAddress, isAddress, isMapped } from '../../core/ip-address.ts';
import { holdsHidden } from '../../core/text.ts';

/** Addresses from `first` to `last`, both included, that webhooks must not have. */
export type AddressRange = {
  readonly family: 'ipv4' | 'ipv6';
  readonly first: string;
  readonly last: string;
  /** The use of the range; a sandbox on a laptop may call `loopback`. */
  readonly use: string;
};

/**
 * All addresses that are not public unicast: the IANA registries of special-purpose addresses (RFC 6890 and its
 * successors), and IPv6 outside of 2000::/3. IPv4-mapped addresses are not listed, because Node's BlockList reads them as
 * IPv4; `isPublicAddress` rejects them all.
 */
export const nonPublicRanges: readonly AddressRange[] = [
  { family: 'ipv4', first: '0.0.0.0', last: '0.255.255.255', use: 'this host' },
  { family: 'ipv4', first: '10.0.0.0', last: '10.255.255.255', use: 'private' },
  { family: 'ipv4', first: '100.64.0.0', last: '100.127.255.255', use: 'carrier-grade NAT' },
  { family: 'ipv4', first: '127.0.0.0', last: '127.255.255.255', use: 'loopback' },
  {
    family: 'ipv4',
    first: '169.254.0.0',
    last: '169.254.255.255',
    use: 'link-local and cloud metadata',
  },
  { family: 'ipv4', first: '172.16.0.0', last: '172.31.255.255', use: 'private' },
  { family: 'ipv4', first: '192.0.0.0', last: '192.0.0.255', use: 'protocol assignments' },
  { family: 'ipv4', first: '192.0.2.0', last: '192.0.2.255', use: 'documentation' },
  { family: 'ipv4', first: '192.31.196.0', last: '192.31.196.255', use: 'AS112' },
  { family: 'ipv4', first: '192.52.193.0', last: '192.52.193.255', use: 'multicast tunnels' },
  { family: 'ipv4', first: '192.88.99.0', last: '192.88.99.255', use: '6to4 relays' },
  { family: 'ipv4', first: '192.168.0.0', last: '192.168.255.255', use: 'private' },
  { family: 'ipv4', first: '192.175.48.0', last: '192.175.48.255', use: 'AS112' },
  { family: 'ipv4', first: '198.18.0.0', last: '198.19.255.255', use: 'benchmarks' },
  { family: 'ipv4', first: '198.51.100.0', last: '198.51.100.255', use: 'documentation' },
  { family: 'ipv4', first: '203.0.113.0', last: '203.0.113.255', use: 'documentation' },
  {
    family: 'ipv4',
    first: '224.0.0.0',
    last: '255.255.255.255',
    use: 'multicast, reserved, broadcast',
  },
  { family: 'ipv6', first: '::', last: '::', use: 'unspecified' },
  { family: 'ipv6', first: '::1', last: '::1', use: 'loopback' },
  { family: 'ipv6', first: '::2', last: '::fffe:ffff:ffff', use: 'IPv4-compatible' },
  {
    family: 'ipv6',
    first: '::1:0:0:0',
    last: '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    use: 'NAT64 and reserved',
  },
  {
    family: 'ipv6',
    first: '2001::',
    last: '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    use: 'Teredo, protocol assignments',
  },
  {
    family: 'ipv6',
    first: '2001:db8::',
    last: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
    use: 'documentation',
  },
  { family: 'ipv6', first: '2002::', last: '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', use: '6to4' },
  {
    family: 'ipv6',
    first: '2620:4f:8000::',
    last: '2620:4f:8000:ffff:ffff:ffff:ffff:ffff',
    use: 'AS112',
  },
  {
    family: 'ipv6',
    first: '3fff::',
    last: '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff',
    use: 'documentation',
  },
  {
    family: 'ipv6',
    first: '4000::',
    last: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    use: 'unique local, link-local, multicast, reserved',
  },
];

/** Whether a text is a public address; false for other texts. */
export const isPublicAddress = (text: string): boolean => {
  const address = addressOf(text);
  return address !== null && !isMapped(address) && !ranges.some((range) => within(address, range));
};

/** Whether an address is this machine itself: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (text: string): boolean => {
  const address = addressOf(text);
  return (
    address !== null && ranges.some((range) => range.use === 'loopback' && within(address, range))
  );
};

type Range = Pick<AddressRange, 'family' | 'use'> & { readonly from: bigint; readonly to: bigint };

const within = (address: IpAddress, range: Range) =>
  address.family === range.family && address.value >= range.from && address.value <= range.to;

const ranges: readonly Range[] = nonPublicRanges.map(({ family, first, last, use }) => {
  const [from, to] = [addressOf(first), addressOf(last)];
  if (from === null || to === null)
    throw new RangeError(`${first} to ${last} is not a range of addresses`);
  return { family, use, from: from.value, to: to.value };
});

/** The permitted targets: `loopback_too` also allows http and the addresses of this machine, for a sandbox on a laptop. */
export type WebhookTargets = 'public' | 'loopback_too';

/** Characters. */
export const webhook_url_max = 2048;

/**
 * The errors of the URL of a webhook, each at `/url`. The addresses that its name resolves to are
 * checked when it is called.
 */
export const webhookUrlErrors = (url: string, targets: WebhookTargets): ApiErrorItem[] => {
  if (url.length > webhook_url_max)
    return [errorItem('too_long', `A URL has at most ${webhook_url_max} characters.`)];
  const isUrl =
    /^[\x21-\x5b\x5d-\x7e\u00a0-\uffff]+$/.test(url) &&
    !holdsHidden(url) &&
    /^https?:\/\/[^/]/i.test(url);
  const parsed = isUrl ? URL.parse(url) : null;
  if (parsed === null)
    return [errorItem('invalid_format', 'A URL is absolute and begins with https://.')];
  return rules
    .filter(({ holds }) => !holds(parsed, targets))
    .map(({ detail }) => errorItem('invalid_value', detail));
};

/** A valid URL with its host as it is called: punycode, lower case, and IPv4 in four decimal numbers. */
export const withAsciiHost = (url: string): string => {
  const { hostname, href } = new URL(url);
  const stored = url.replace(/^(https?:\/\/)(\[[^\]]*\]|[^/?#:]*)/i, `$1${hostname}`);
  return new URL(stored).href === href ? stored : href;
};

/** A URL without its path and query, or an ARN without account and name, as others than its owner may see it. */
export const maskedUrl = (url: string): string => {
  if (url.startsWith('arn:')) return `${url.split(':').slice(0, 4).join(':')}:****`;
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/****`;
};

type Rule = {
  readonly holds: (url: URL, targets: WebhookTargets) => boolean;
  readonly detail: string;
};

const rules: readonly Rule[] = [
  {
    holds: ({ protocol }, targets) => protocol === 'https:' || targets === 'loopback_too',
    detail: 'Webhooks are sent over https only.',
  },
  {
    holds: ({ username, password }) => username === '' && password === '',
    detail: 'A URL must not contain credentials; use a custom header.',
  },
  {
    // The port is empty where it is the scheme's own: 443, or 80 where http is allowed at all.
    holds: ({ port }) => port === '' || port === '443' || Number(port) >= 1024,
    detail: 'The port is 443 or at least 1024.',
  },
  {
    holds: ({ hostname }, targets) => hostMayBeCalled(hostname, targets),
    detail: 'The host must be public.',
  },
];

/**
 * `new URL` has put the host into lower case, and every notation of an IPv4 address (decimal, hexadecimal, octal, short,
 * full-width, percent-encoded) into four decimal numbers.
 */
const hostMayBeCalled = (hostname: string, targets: WebhookTargets): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isAddress(host))
    return isPublicAddress(host) || (targets === 'loopback_too' && isLoopbackAddress(host));
  if (isNamed(host, 'localhost')) return targets === 'loopback_too';
  return host !== '' && !isNamed(host, 'local') && !isNamed(host, 'internal');
};

const isNamed = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

const errorItem = (code: ApiErrorItemCode, detail: string): ApiErrorItem => ({
  pointer: '/url',
  code,
  detail,
});
