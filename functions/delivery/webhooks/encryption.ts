import { createHmac } from 'node:crypto';
import {
  type Cipher,
  type Fingerprinter,
  kmsCipher,
  kmsFingerprinter,
  type SealContext,
} from '../../core/aws/kms.ts';
import {
  type CustomHeadersPatch,
  type EncryptedHeader,
  type EncryptedHeaders,
  lastOf,
} from './custom-headers.ts';
import {
  nextSecretVersion,
  rotateSecrets,
  type SignatureKind,
  signatureKind,
  type WebhookSecret,
} from './secrets.ts';
import { newSigningKeys, newWebhookSecret } from './signing.ts';

/**
 * Encrypts the headers of a webhook. A header that equals a stored one keeps its ciphertext: encrypted again it would look
 * changed, because no two ciphertexts are equal.
 */
export const customHeadersCipher = (
  cipher: Pick<Cipher, 'seal'> = kmsCipher(process.env.WEBHOOK_KEY_ID),
  fingerprinter: Fingerprinter = kmsFingerprinter(),
) => {
  return async (
    patch: CustomHeadersPatch,
    webhook: SealContext,
    stored: EncryptedHeaders = {},
  ): Promise<Record<string, EncryptedHeader | null>> => {
    const entries = Object.entries(patch);
    const known = new Map(Object.values(stored).map((header) => [header.fingerprint, header]));
    // One KMS call for all headers. The key of fingerprints decrypts nothing.
    const key = entries.some(([, value]) => value !== null)
      ? fingerprinter.of('headers', webhook)
      : '';
    const encrypt = async (name: string, value: string): Promise<EncryptedHeader> => {
      // Without stored headers to compare with, both KMS calls run at once.
      const early = known.size === 0 ? cipher.seal(value, webhook) : undefined;
      const text = JSON.stringify([name.toLowerCase(), value]);
      const fingerprint = createHmac('sha256', await key)
        .update(text)
        .digest('base64');
      const stored = known.get(fingerprint);
      if (stored) return stored;
      const encrypted = await (early ?? cipher.seal(value, webhook));
      return { encrypted, fingerprint, last4: lastOf(value), characters: value.length };
    };
    const headers = entries.map(
      async ([name, value]) => [name, value === null ? null : await encrypt(name, value)] as const,
    );
    return Object.fromEntries(await Promise.all(headers));
  };
};

/** A new signing key: encrypted, and what its receiver verifies with, a secret or a public key. */
type NewSecret = {
  readonly encrypted: string;
  /** The Secret Key, which is shown once; a private key is never shown. */
  readonly secret?: string;
  readonly public_key?: string;
};

/** Makes the secret or the pair of keys of a webhook, encrypted by `WEBHOOK_KEY_ID`. */
export const webhookSecretCipher = (cipher = kmsCipher(process.env.WEBHOOK_KEY_ID)) => {
  return async (tenant: string, webhookId: string, kind: SignatureKind): Promise<NewSecret> => {
    const seal = (secret: string) => cipher.seal(secret, { tenant, resource: webhookId });
    if (kind === 'ed25519') {
      const { secret, public_key } = newSigningKeys();
      return { encrypted: await seal(secret), public_key };
    }
    const secret = newWebhookSecret();
    return { encrypted: await seal(secret), secret };
  };
};

/** A resource that has secrets: a webhook, or another endpoint that is signed for. */
type Signed = {
  readonly id: string;
  readonly tenant_id: string;
  readonly secrets: readonly (WebhookSecret & { readonly encrypted: string })[];
};

type Rotation = {
  readonly grace_seconds: number;
  readonly signature?: SignatureKind | null | undefined;
};

/** Makes the next secret of an endpoint, and its secrets after the rotation. */
export const rotatedSecrets = (makeSecret = webhookSecretCipher()) => {
  return async (
    { id, tenant_id, secrets: before }: Signed,
    { grace_seconds, signature }: Rotation,
    pace: Parameters<typeof rotateSecrets>[3],
  ) => {
    const { secret, ...key } = await makeSecret(tenant_id, id, signature ?? signatureKind(before));
    const created_at = pace.now.toISOString();
    const next = { version: nextSecretVersion(before), created_at, expires_at: null, ...key };
    return { secret, secrets: rotateSecrets(before, next, grace_seconds, pace) };
  };
};
