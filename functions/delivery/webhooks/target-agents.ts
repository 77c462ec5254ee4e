import { randomInt } from 'node:crypto';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { BlockList, type LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { nonPublicRanges, type WebhookTargets } from './url.ts';

/** Finds every address of a name: `dns.lookup` or a function of the same type. */
export type Resolver = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The agent for a URL. */
export type TargetAgents = (url: URL) => HttpAgent | HttpsAgent;

/**
 * Agents that connect to permitted addresses only. Two checks see every address before it is dialled:
 * request-filtering-agent, and a Node block list in our own lookup. (node:https ignores its option `blockList`.) `reuse`
 * keeps connections open for the next request.
 */
export const targetAgents = (
  targets: WebhookTargets,
  resolve: Resolver,
  reuse: boolean,
): TargetAgents => {
  const options = {
    keepAlive: reuse,
    timeout: idle_ms_max,
    maxFreeSockets: idle_connections_max,
    family: 4, // A function outside a VPC reaches IPv4 only.
    lookup: guardedLookup(targets, resolve),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  } as const;
  const named = agentPair({
    ...options,
    allowIPAddressList: targets === 'public' ? [] : ['127.0.0.0/8'],
  });
  // The filter compares a list with addresses of its own family only, and warns about any other.
  const literalIpv6 = agentPair({
    ...options,
    allowIPAddressList: targets === 'public' ? [] : ['::1'],
  });
  return ({ protocol, hostname }) =>
    (hostname.startsWith('[') ? literalIpv6 : named)[protocol === 'http:' ? 'http' : 'https'];
};

/**
 * A lookup that picks one address of a name at random, so that a retry may reach one that works. It rejects a name with
 * `ERR_IP_BLOCKED` if any of its addresses is not permitted, because a mix is an attack.
 */
export const guardedLookup = (targets: WebhookTargets, resolve: Resolver): LookupFunction => {
  const blocked = blockListFor(targets);
  return (host, options, answer) => {
    resolve(host, { ...options, all: true }, (error, addresses = []) => {
      const picked = addresses[randomInt(Math.max(1, addresses.length))];
      const isBlocked = addresses.some(({ address, family }) =>
        blocked.check(address, family === 6 ? 'ipv6' : 'ipv4'),
      );
      if (error !== null) answer(error, '', 0);
      else if (isBlocked)
        answer(failure('ERR_IP_BLOCKED', `${host} is at an address that may not be called`), '', 0);
      else if (picked === undefined)
        answer(failure('ENOTFOUND', `${host} has no IPv4 address`), '', 0);
      else if (options.all) answer(null, [picked]);
      else answer(null, picked.address, picked.family);
    });
  };
};

const blockListFor = (targets: WebhookTargets): BlockList => {
  const list = new BlockList();
  for (const { first, last, family, use } of nonPublicRanges) {
    if (targets === 'public' || use !== 'loopback') list.addRange(first, last, family);
  }
  return list;
};

const failure = (code: string, message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code });

/** An idle connection closes after so many milliseconds, and at most so many are kept to one host. */
const idle_ms_max = 30_000;
const idle_connections_max = 20;

type FilterOptions = ConstructorParameters<typeof RequestFilteringHttpsAgent>[0];

const agentPair = (options: FilterOptions) => ({
  http: new RequestFilteringHttpAgent(options),
  https: new RequestFilteringHttpsAgent(options),
});
