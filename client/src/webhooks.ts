import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import type { WebhookEvent } from './contract.ts';

/** A delivery that its key did not sign, or not in the last five minutes, or a damaged key. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Headers as any server hands them over, whatever the case of their names. */
export type ReceivedHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event of a delivery whose signature is valid: by the Secret Key of the webhook (`whsec_…`), or by its public key
 * (`whpk_…`) where it is signed by ed25519. `body` is what arrived, byte for byte: parsed and printed again it differs.
 * Throws `WebhookVerificationError` if the key did not sign it in the last five minutes.
 * The same event may come again: compare its `id`; and in any order: compare `sequence`.
 */
export const verifyEvent = (
  key: string,
  body: string | Uint8Array,
  headers: ReceivedHeaders,
): WebhookEvent => {
  const pairs: Iterable<[string, string | readonly string[] | undefined]> =
    headers instanceof Headers ? headers.entries() : Object.entries(headers);
  const named = Object.fromEntries(
    [...pairs].map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(' ')]),
  );
  const {
    'webhook-id': id,
    'webhook-timestamp': at = '',
    'webhook-signature': signatures = '',
  } = named;
  const { version, isValid } = verifierOf(key);
  if (!/^\d+$/.test(at) || Math.abs(Date.now() / 1000 - Number(at)) > tolerance_seconds)
    throw new WebhookVerificationError('The timestamp is missing, or more than five minutes off');
  const sent = Buffer.from(body as Uint8Array);
  const signed = Buffer.concat([Buffer.from(`${id}.${at}.`), sent]);
  const candidates = signatures.split(' ').filter((one) => one.startsWith(version));
  if (!candidates.some((one) => isValid(signed, Buffer.from(one.slice(version.length), 'base64'))))
    throw new WebhookVerificationError('No signature is of this key');
  return JSON.parse(sent.toString());
};

/** A delivery is made and verified within this time (Standard Webhooks). */
const tolerance_seconds = 5 * 60;

const public_key_bytes = 32;

/** The verifier of a key: the prefix of its signatures, and whether one is its own. */
type Verifier = {
  readonly version: string;
  readonly isValid: (signed: Buffer, signature: Buffer) => boolean;
};

const verifierOf = (key: string): Verifier => {
  if (key.startsWith('whpk_')) return publicVerifier(bytesOf(key, 'whpk_'));
  const secret = bytesOf(key, 'whsec_');
  if (secret.length === 0)
    throw new WebhookVerificationError('The Secret Key is damaged: it is whsec_ and base64');
  return {
    version: 'v1,',
    isValid: (signed, signature) => {
      const own = createHmac('sha256', secret).update(signed).digest();
      return own.length === signature.length && timingSafeEqual(own, signature);
    },
  };
};

const publicVerifier = (bytes: Buffer): Verifier => {
  if (bytes.length !== public_key_bytes)
    throw new WebhookVerificationError(
      'The public key is damaged: it is whpk_ and 32 bytes in base64',
    );
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  return {
    version: 'v1a,',
    isValid: (signed, signature) => verify(null, signed, publicKey, signature),
  };
};

/** The bytes of a key; none where it is not that prefix and base64. */
const bytesOf = (key: string, prefix: string): Buffer => {
  const text = key.slice(prefix.length);
  const bytes = Buffer.from(text, 'base64');
  return key.startsWith(prefix) && bytes.toString('base64') === text ? bytes : Buffer.alloc(0);
};
