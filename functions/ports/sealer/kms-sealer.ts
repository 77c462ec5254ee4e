import { DecryptCommand, EncryptCommand } from '@aws-sdk/client-kms';
import { kmsClient } from './kms-client.ts';
import type { Sealer } from './sealer.ts';

/** The sealer on AWS KMS with the key of one purpose; the context is bound as encryption context. */
export const kmsSealer = (KeyId: string | undefined): Sealer => ({
  seal: async (plain, context) => {
    const Plaintext = Buffer.from(plain);
    const { CiphertextBlob } = await kmsClient().send(
      new EncryptCommand({ KeyId, Plaintext, EncryptionContext: context }),
    );
    if (!CiphertextBlob) throw new Error('KMS answered without a ciphertext');
    return Buffer.from(CiphertextBlob).toString('base64');
  },
  open: async (sealed, context) => {
    const CiphertextBlob = Buffer.from(sealed, 'base64');
    const { Plaintext } = await kmsClient().send(
      new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: context }),
    );
    if (!Plaintext) throw new Error('KMS answered without a plaintext');
    return Buffer.from(Plaintext).toString();
  },
});
