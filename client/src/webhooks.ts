import { createPublicKey, verify } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { WebhookEvent } from './contract.ts';

/** Headers as any server hands them over, whatever the case of their names. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a delivery whose signature is valid: by the Secret Key of the webhook (`whsec_…`), or by its public key
 * (`whpk_…`) where it is signed by ed25519. `body` is what arrived, byte for byte: parsed and printed again it differs.
 * Throws `WebhookVerificationError` of standardwebhooks if the key did not sign it in the last five minutes.
 * The same event may come again: compare its `id`; and in any order: compare `sequence`.
 */
export const verifyEvent = (key: string, body: string | Uint8Array, headers: ReceivedHeaders): WebhookEvent => {
  const pairs: Iterable<[string, string | readonly string[] | undefined]> =
    headers instanceof Headers ? headers.entries() : Object.entries(headers);
  const named = Object.fromEntries([...pairs].map(([name, value]) => [name.toLowerCase(), String(value ?? '')]));
  const sent = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  if (!key.startsWith(publicPrefix)) return secretOf(key).verify(sent, named) as WebhookEvent;
  proveSigned(key, sent, named);
  return JSON.parse(sent);
};

const publicPrefix = 'whpk_';
const public_key_bytes = 32;

const secretOf = (key: string): Webhook => {
  try {
    return new Webhook(key);
  } catch {
    throw new WebhookVerificationError('The Secret Key is damaged: it is whsec_ and base64');
  }
};

/** A delivery is made and verified within this time (Standard Webhooks). */
const tolerance_seconds = 5 * 60;

/** By a public key, which the library does not know. */
const proveSigned = (key: string, body: string, headers: Readonly<Record<string, string>>): void => {
  const { 'webhook-id': id, 'webhook-timestamp': at = '', 'webhook-signature': signatures = '' } = headers;
  if (!/^\d+$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > tolerance_seconds)
    throw new WebhookVerificationError('The timestamp is missing, or more than five minutes off');
  const text = key.slice(publicPrefix.length);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== public_key_bytes || bytes.toString('base64') !== text)
    throw new WebhookVerificationError('The public key is damaged: it is whpk_ and 32 bytes in base64');
  const x = bytes.toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.from(`${id}.${at}.${body}`);
  const proven = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .some((one) => verify(null, signed, publicKey, Buffer.from(one.slice('v1a,'.length), 'base64')));
  if (!proven) throw new WebhookVerificationError('No signature is of this key');
};
