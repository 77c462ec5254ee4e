import { GenerateMacCommand } from '@aws-sdk/client-kms';
import { cache } from '../../cache.ts';
import { kmsClient } from '../sealer/kms-client.ts';
import type { CursorKeys } from './cursor-key.ts';

/** Keys that a process keeps at once. */
const keys_max = 1_000;

/**
 * Derives keys by AWS KMS with the environment's HMAC key (`CURSOR_KEY_ID`), which nobody can take away. They are cached, so
 * that only the first cursor of a business in a process costs a round trip. A key rotates by its period, and all rotate at
 * once when the alias points at another key: then every list starts again.
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
