import type { ApiErrorItem, ApiErrorItemCode } from '../api-error.ts';
import { isAddress } from '../ip-address.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/**
 * Where webhooks may point: `loopback_too` also takes http and this machine's own addresses, for a sandbox on a
 * laptop.
 */
export type WebhookTargets = 'public' | 'loopback_too';

/** Characters. */
export const webhook_url_max = 2048;

/**
 * What is wrong with a webhook's URL, each item at `/url`; empty when it may be used. Says nothing about what its
 * name resolves to.
 */
export const webhookUrlProblems = (url: string, targets: WebhookTargets): ApiErrorItem[] => {
  if (url.length > webhook_url_max) return [problem('too_long', `A URL has at most ${webhook_url_max} characters.`)];
  const parsed = /^[\x21-\x5b\x5d-\x7e\u00a0-\uffff]+$/.test(url) && /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (parsed === null) return [problem('invalid_format', 'A URL is absolute and begins with https://.')];
  return rules.filter(({ holds }) => !holds(parsed, targets)).map(({ detail }) => problem('invalid_value', detail));
};

/** Where a webhook points as others than its owner may know it: whom it calls, and not by which path and query. */
export const maskedUrl = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/****`;
};

type Rule = { readonly holds: (url: URL, targets: WebhookTargets) => boolean; readonly detail: string };

const rules: readonly Rule[] = [
  {
    holds: ({ protocol }, targets) => protocol === 'https:' || targets === 'loopback_too',
    detail: 'Webhooks are sent over https only.',
  },
  {
    holds: ({ username, password }) => username === '' && password === '',
    detail: 'A URL carries no credentials; use a custom header.',
  },
  {
    // The port is empty where it is the scheme's own: 443, or 80 where http is allowed at all.
    holds: ({ port }) => port === '' || port === '443' || Number(port) >= 1024,
    detail: 'The port is 443 or at least 1024.',
  },
  { holds: ({ hostname }, targets) => hostMayBeCalled(hostname, targets), detail: 'The host is not a public one.' },
];

/**
 * A host as `new URL` leaves it: lower case, and every notation of an IPv4 address (decimal, hexadecimal, octal,
 * short, full-width, percent-encoded) turned into four decimal numbers, so that one check sees them all.
 */
const hostMayBeCalled = (hostname: string, targets: WebhookTargets): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isAddress(host)) return isPublicAddress(host) || (targets === 'loopback_too' && isLoopbackAddress(host));
  if (isNamed(host, 'localhost')) return targets === 'loopback_too';
  return host !== '' && !isNamed(host, 'local') && !isNamed(host, 'internal');
};

const isNamed = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

const problem = (code: ApiErrorItemCode, detail: string): ApiErrorItem => ({ pointer: '/url', code, detail });
