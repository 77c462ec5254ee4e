import { createHmac } from 'node:crypto';
import { type Cipher, type Fingerprinter, kmsCipher, kmsFingerprinter, type SealContext } from '../aws/kms.ts';
import { type CustomHeadersPatch, type EncryptedHeader, type EncryptedHeaders, lastOf } from './custom-headers.ts';
import type { SignatureKind } from './secrets.ts';
import { newSigningKeys, newWebhookSecret } from './signing.ts';

/**
 * Seals the headers that a business says for its webhook. One equal to what is stored is that again: sealed anew it would
 * look changed, since no two sealed values are equal.
 */
export const customHeadersCipher = (
  cipher: Pick<Cipher, 'seal'> = kmsCipher(process.env.WEBHOOK_KEY_ID),
  fingerprinter: Fingerprinter = kmsFingerprinter(),
) => {
  return async (
    said: CustomHeadersPatch,
    webhook: SealContext,
    stored: EncryptedHeaders = {},
  ): Promise<Record<string, EncryptedHeader | null>> => {
    const entries = Object.entries(said);
    const known = new Map(Object.values(stored).map((header) => [header.fingerprint, header]));
    // One question for all of them, so that many headers do not make many; what is asked for opens nothing.
    const key = entries.some(([, value]) => value !== null) ? fingerprinter.of('headers', webhook) : '';
    const sealing = async (name: string, value: string): Promise<EncryptedHeader> => {
      // With nothing to compare with, sealing need not wait.
      const early = known.size === 0 ? cipher.seal(value, webhook) : undefined;
      const text = JSON.stringify([name.toLowerCase(), value]);
      const fingerprint = createHmac('sha256', await key)
        .update(text)
        .digest('base64');
      const deepEqual = known.get(fingerprint);
      if (deepEqual) return deepEqual;
      const encrypted = await (early ?? cipher.seal(value, webhook));
      return { encrypted, fingerprint, last4: lastOf(value), characters: value.length };
    };
    const headers = entries.map(
      async ([name, value]) => [name, value === null ? null : await sealing(name, value)] as const,
    );
    return Object.fromEntries(await Promise.all(headers));
  };
};

/** What a webhook is signed with: sealed, and beside it what its receiver verifies by, a secret or a public key. */
type MadeSecret = {
  readonly encrypted: string;
  /** In full, to be shown this once; a private key is shown to nobody. */
  readonly secret?: string;
  readonly public_key?: string;
};

/** Makes a webhook's secret or pair of keys, sealed for its webhook (`WEBHOOK_KEY_ID`). */
export const webhookSecretCipher = (cipher = kmsCipher(process.env.WEBHOOK_KEY_ID)) => {
  return async (tenant: string, webhookId: string, kind: SignatureKind): Promise<MadeSecret> => {
    const seal = (secret: string) => cipher.seal(secret, { tenant, resource: webhookId });
    if (kind === 'ed25519') {
      const { secret, public_key } = newSigningKeys();
      return { encrypted: await seal(secret), public_key };
    }
    const secret = newWebhookSecret();
    return { encrypted: await seal(secret), secret };
  };
};
