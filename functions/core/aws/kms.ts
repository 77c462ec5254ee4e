import { DecryptCommand, EncryptCommand, GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { cache } from '../cache.ts';
import { clientSettings } from '../client-settings.ts';
import { bounded } from '../time.ts';

/** The encryption context: a value is decrypted only under the same one. */
export type SealContext = { readonly tenant: string; readonly resource: string };

/** Encrypts small secrets (up to 4096 bytes), so that reading the table does not reveal them. */
export type Cipher = {
  /** The encrypted value, base64. */
  seal(plain: string, context: SealContext): Promise<string>;
  /** The value that was encrypted under this context. */
  open(encrypted: string, context: SealContext): Promise<string>;
};

/** Compares two small secrets of one owner without decrypting them. */
export type Fingerprinter = {
  /** Equal for equal values of one owner and for no others, base64; it reveals nothing without the key. */
  of(plain: string, owner: SealContext): Promise<string>;
};

let cached: KMSClient | undefined;

/** The client of KMS, created at its first use: most calls need no key. */
export const kmsClient = (): KMSClient => {
  cached ??= bounded(new KMSClient(clientSettings));
  return cached;
};

/** Fingerprints by AWS KMS with the environment's HMAC key (`FINGERPRINT_KEY_ID`), which never leaves KMS. */
export const kmsFingerprinter = (): Fingerprinter => {
  const KeyId = process.env.FINGERPRINT_KEY_ID;
  return {
    of: async (plain, { tenant, resource }) => {
      // The owner is part of the input, so that equal values of two owners differ.
      const Message = Buffer.from(JSON.stringify([tenant, resource, plain]));
      const { Mac } = await kmsClient().send(
        new GenerateMacCommand({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' }),
      );
      if (!Mac) throw new Error('KMS answered without a MAC');
      return Buffer.from(Mac).toString('base64');
    },
  };
};

/** The cipher on AWS KMS with the key of one purpose; the context is bound as encryption context. */
export const kmsCipher = (KeyId: string | undefined): Cipher => ({
  seal: async (plain, context) => {
    const Plaintext = Buffer.from(plain);
    const { CiphertextBlob } = await kmsClient().send(
      new EncryptCommand({ KeyId, Plaintext, EncryptionContext: context }),
    );
    if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext');
    return Buffer.from(CiphertextBlob).toString('base64');
  },
  open: async (encrypted, context) => {
    const CiphertextBlob = Buffer.from(encrypted, 'base64');
    const { Plaintext } = await kmsClient().send(
      new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: context }),
    );
    if (!Plaintext) throw new Error('KMS answered without a plaintext');
    return Buffer.from(Plaintext).toString();
  },
});

/** The keys that authenticate cursors: one for each business and period of `period_days`. */
export type CursorKeys = {
  /** The same for the same business and period, in every process; 32 bytes. */
  of(tenant: string, period: number): Promise<Uint8Array>;
};

/** How long new cursors use one key. They are valid for one more period. */
export const period_days = 30;

/** Keys in the cache of a process. */
const keys_max = 1_000;

/**
 * Derives keys by AWS KMS with the environment's HMAC key (`CURSOR_KEY_ID`), which never leaves KMS. They are cached, so only
 * the first cursor of a business in a process costs a round trip. A key rotates with its period. All keys rotate at once when
 * the alias points to another key: then every list starts again.
 */
export const kmsCursorKeys = (open = kmsClient, keyId?: string): CursorKeys => {
  const derived = cache<Uint8Array>(keys_max);
  let client: ReturnType<typeof kmsClient> | undefined;
  const derive = async (name: string) => {
    client ??= open();
    const KeyId = keyId ?? process.env.CURSOR_KEY_ID;
    const input = { KeyId, Message: Buffer.from(name), MacAlgorithm: 'HMAC_SHA_256' as const };
    const { Mac } = await client.send(new GenerateMacCommand(input));
    if (!Mac) throw new Error('KMS answered without a MAC');
    return Mac;
  };
  return {
    of: (tenant, period) => {
      const name = `cursors/${tenant}/${period}`;
      return derived.of(name, () => derive(name));
    },
  };
};
