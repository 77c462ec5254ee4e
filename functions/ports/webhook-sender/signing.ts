import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Bytes of a secret: what we make, and what the Standard Webhooks specification allows. */
const secret_bytes = 32;
const secret_bytes_min = 24;
const secret_bytes_max = 64;

const prefix = 'whsec_';

/** A new webhook secret: `whsec_` and 32 random bytes in base64. Shown once, then only sealed. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(secret_bytes).toString('base64')}`;

/** The three headers that a receiver verifies a body by. */
export type SignatureHeaders = {
  readonly 'webhook-id': string;
  /** Seconds since 1970. */
  readonly 'webhook-timestamp': string;
  /** One `v1,…` for each secret, separated by spaces. */
  readonly 'webhook-signature': string;
};

/** Signs a body as Standard Webhooks wants it, with every secret that is live at `at`. */
export const sign = (id: string, at: Date, body: string, secrets: readonly string[]): SignatureHeaders => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => signer(secret).sign(id, at, body)).join(' '),
});

/** The library would take a secret of a single byte. */
const signer = (secret: string): Webhook => {
  const bytes = Buffer.from(secret.slice(prefix.length), 'base64').length;
  if (!secret.startsWith(prefix) || bytes < secret_bytes_min || bytes > secret_bytes_max) {
    throw new RangeError(
      `A webhook secret is ${prefix} and ${secret_bytes_min} to ${secret_bytes_max} bytes in base64`,
    );
  }
  return new Webhook(secret);
};
