import { GenerateMacCommand } from '@aws-sdk/client-kms';
import type { Fingerprinter } from './fingerprinter.ts';
import { kmsClient } from './kms-client.ts';

/** Fingerprints by AWS KMS with the environment's HMAC key (`FINGERPRINT_KEY_ID`), which nobody can take away to guess. */
export const kmsFingerprinter = (): Fingerprinter => {
  const KeyId = process.env.FINGERPRINT_KEY_ID;
  return {
    of: async (plain, { tenant, resource }) => {
      // The owner comes first, so that equal values of two owners have nothing in common.
      const Message = Buffer.from(JSON.stringify([tenant, resource, plain]));
      const { Mac } = await kmsClient().send(new GenerateMacCommand({ KeyId, Message, MacAlgorithm: 'HMAC_SHA_256' }));
      if (!Mac) throw new Error('KMS answered without a MAC');
      return Buffer.from(Mac).toString('base64');
    },
  };
};
