import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { kmsClient } from '../sealer/kms-client.ts';
import type { CursorKeys } from './cursor-key.ts';

/** Keys that a process remembers at once; the oldest go first. */
const keys_max = 1_000;

/**
 * Derives keys by AWS KMS with the environment's HMAC key (`CURSOR_KEY_ID`), which nobody can take away. What is derived is
 * remembered, so that only the first cursor of a business in a process costs a round trip; it rotates by its period, and all
 * at once when the alias is pointed at another key: then a walk through a list begins anew.
 */
export const kmsCursorKeys = (open = kmsClient, keyId?: string): CursorKeys => {
  const derived = new Map<string, Uint8Array>();
  let client: ReturnType<typeof kmsClient> | undefined;
  return {
    of: async (tenant, period) => {
      const name = `cursors/${tenant}/${period}`;
      const known = derived.get(name);
      if (known) return known;
      client ??= open();
      const input = {
        KeyId: keyId ?? process.env.CURSOR_KEY_ID,
        Message: Buffer.from(name),
        MacAlgorithm: 'HMAC_SHA_256' as const,
      };
      const { Mac } = await client.send(new GenerateMacCommand(input));
      if (!Mac) throw new Error('KMS answered without a MAC');
      derived.set(name, Mac);
      for (const oldest of derived.keys()) if (derived.size > keys_max) derived.delete(oldest);
      return Mac;
    },
  };
};
