import { randomInt } from 'node:crypto';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { AgentOptions, Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { BlockList, type LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isLoopbackAddress, isPublicAddress } from '../../domain/address.ts';
import { nonPublicRanges } from '../../domain/address-ranges.ts';
import type { WebhookTargets } from '../../domain/webhook-url.ts';

/** Finds every address of a name: `dns.lookup`, or a stand-in of the same shape. */
export type Resolver = (
  host: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The agent for a URL. */
export type TargetAgents = (url: URL) => HttpAgent | HttpsAgent;

/**
 * Agents that dial permitted addresses only, however a name or a notation hides them: request-filtering-agent checks the
 * address that is about to be dialled, and Node's own block list checks it once more below.
 * `reuse` keeps connections open for the next request.
 */
export const targetAgents = (targets: WebhookTargets, resolve: Resolver, reuse: boolean): TargetAgents => {
  const options = {
    keepAlive: reuse,
    timeout: idle_ms_max,
    maxFreeSockets: idle_connections_max,
    family: 4, // A function outside a VPC reaches IPv4 only.
    lookup: permittedLookup(targets, resolve),
    blockList: blockListFor(targets),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  } as const satisfies AgentOptions & Record<string, unknown>;
  const named = agentPair({ ...options, allowIPAddressList: targets === 'public' ? [] : ['127.0.0.0/8'] });
  // The filter compares a list with addresses of its own family only, and warns about any other.
  const literalIpv6 = agentPair({ ...options, allowIPAddressList: targets === 'public' ? [] : ['::1'] });
  return ({ protocol, hostname }) =>
    (hostname.startsWith('[') ? literalIpv6 : named)[protocol === 'http:' ? 'http' : 'https'];
};

/** Every address that may not be dialled, for Node to refuse. */
export const blockListFor = (targets: WebhookTargets): BlockList => {
  const list = new BlockList();
  for (const { first, last, family, use } of nonPublicRanges) {
    if (targets === 'public' || use !== 'loopback') list.addRange(first, last, family);
  }
  return list;
};

/** An idle connection is closed after so long, in milliseconds, and at most so many are kept to one host. */
const idle_ms_max = 30_000;
const idle_connections_max = 4;

type FilterOptions = ConstructorParameters<typeof RequestFilteringHttpsAgent>[0];

const agentPair = (options: FilterOptions) => ({
  http: new RequestFilteringHttpAgent(options),
  https: new RequestFilteringHttpsAgent(options),
});

/**
 * Picks one of a name's addresses, by chance so that a retry may reach one that lives. Where any of them is not permitted
 * it picks that one, for the filter to refuse: a name that mixes them is a trick.
 */
const permittedLookup =
  (targets: WebhookTargets, resolve: Resolver): LookupFunction =>
  (host, options, answer) => {
    resolve(host, { ...options, family: 4, all: true }, (error, addresses) => {
      const forbidden = addresses?.find(({ address }) => !isPermitted(address, targets));
      const picked = forbidden ?? addresses?.[randomInt(Math.max(1, addresses.length))];
      if (error !== null || picked === undefined) answer(error ?? noAddress(host), '', 0);
      else if (options.all) answer(null, [picked]);
      else answer(null, picked.address, picked.family);
    });
  };

const isPermitted = (address: string, targets: WebhookTargets) =>
  isPublicAddress(address) || (targets === 'loopback_too' && isLoopbackAddress(address));

const noAddress = (host: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${host} has no IPv4 address`), { code: 'ENOTFOUND' });
