import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type TargetAgents, targetAgents } from '../../../delivery/webhooks/target-agents.ts';
import type { WebhookTargets } from '../../../delivery/webhooks/url.ts';

/** Fetches a file, or throws. */
export type Download = (address: string) => Promise<Buffer>;

/** The time for one file, with all its redirections, in milliseconds. */
const file_ms_max = 60_000;

/** The size of one file: four times the largest, the EU's of 25 MB. */
const file_bytes_max = 100 * 1024 * 1024;

/** OFAC's service redirects to a signed link of its storage. */
const redirections_max = 5;

/** Downloads over https from public addresses, as webhooks are sent; over http where these may point at this machine. */
export const downloader = (targets: WebhookTargets): Download => {
  const agents = targetAgents(targets, lookup, false);
  return (address) =>
    follow(new URL(address), agents, targets, AbortSignal.timeout(file_ms_max), redirections_max);
};

const follow = async (
  url: URL,
  agents: TargetAgents,
  targets: WebhookTargets,
  signal: AbortSignal,
  left: number,
): Promise<Buffer> => {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && targets === 'loopback_too'))
    throw new Error('a list is fetched over https only');
  const message = await requested(url, agents, signal);
  const { statusCode = 0, headers } = message;
  if (statusCode === 200) return bytesOf(message);
  message.destroy();
  if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
    throw new Error(`the publisher answered ${statusCode}`);
  if (left === 0) throw new Error(`the publisher redirects more than ${redirections_max} times`);
  return follow(new URL(headers.location, url), agents, targets, signal, left - 1);
};

const requested = (url: URL, agents: TargetAgents, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    // Some publishers refuse who does not name itself.
    const headers = { 'user-agent': 'financial-services', accept: '*/*' };
    request(url, { agent: agents(url), signal, headers }, resolve)
      .on('error', reject)
      .end();
  });

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of message) {
    bytes += piece.length;
    if (bytes > file_bytes_max) throw new Error(`the file is larger than ${file_bytes_max} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};
