import {
  createHmac,
  createPrivateKey,
  sign as ed25519,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Bytes of a secret: of new ones, and as the Standard Webhooks specification allows. */
const secret_bytes = 32;
const secret_bytes_min = 24;
const secret_bytes_max = 64;

const prefix = 'whsec_';

/** A new webhook secret: `whsec_` and 32 random bytes in base64. */
export const newWebhookSecret = (): string =>
  `${prefix}${randomBytes(secret_bytes).toString('base64')}`;

const privatePrefix = 'whsk_';
const publicPrefix = 'whpk_';

/** Bytes of each half of a private key: its seed, then its public key, as usual for Ed25519. */
const half_bytes = 32;

/** A new pair of ed25519 keys, as Standard Webhooks writes them; the private one is never shown. */
export const newSigningKeys = (): { readonly secret: string; readonly public_key: string } => {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, point] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  return {
    secret: `${privatePrefix}${Buffer.concat([seed, point]).toString('base64')}`,
    public_key: `${publicPrefix}${point.toString('base64')}`,
  };
};

/** The three headers that a receiver needs to verify a body. */
export type SignatureHeaders = {
  readonly 'webhook-id': string;
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string;
  /** One `v1,…` for each secret and one `v1a,…` for each private key, separated by spaces. */
  readonly 'webhook-signature': string;
};

/** Signs a body as Standard Webhooks defines it, with every secret that is live at `at`. */
export const sign = (
  id: string,
  at: Date,
  body: string,
  secrets: readonly string[],
): SignatureHeaders => {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signed = Buffer.from(`${id}.${seconds}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
  };
};

const signature = (secret: string, signed: Buffer): string => {
  if (secret.startsWith(privatePrefix))
    return `v1a,${ed25519(null, signed, privateKeyOf(secret)).toString('base64')}`;
  return `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`;
};

const privateKeyOf = (secret: string): KeyObject => {
  const bytes = Buffer.from(secret.slice(privatePrefix.length), 'base64');
  if (bytes.length !== 2 * half_bytes)
    throw new RangeError(`A private key is ${privatePrefix} and 64 bytes in base64`);
  const [d, x] = [bytes.subarray(0, half_bytes), bytes.subarray(half_bytes)].map((half) =>
    half.toString('base64url'),
  );
  return createPrivateKey({
    key: { kty: 'OKP', crv: 'Ed25519', d: d ?? '', x: x ?? '' },
    format: 'jwk',
  });
};

const keyOf = (secret: string): Buffer => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  if (!secret.startsWith(prefix) || key.length < secret_bytes_min || key.length > secret_bytes_max)
    throw new RangeError(
      `A webhook secret is ${prefix} and ${secret_bytes_min} to ${secret_bytes_max} bytes in base64`,
    );
  return key;
};
