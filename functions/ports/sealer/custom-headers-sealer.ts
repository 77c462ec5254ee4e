import { createHmac } from 'node:crypto';
import {
  type CustomHeadersPatch,
  lastOf,
  type SealedHeader,
  type SealedHeaders,
} from '../../domain/webhooks/custom-headers.ts';
import type { Fingerprinter } from './fingerprinter.ts';
import { kmsFingerprinter } from './kms-fingerprinter.ts';
import { kmsSealer } from './kms-sealer.ts';
import type { SealContext, Sealer } from './sealer.ts';

/**
 * Seals the headers that a business says for its webhook. One equal to what is stored is that again: sealed anew it would
 * look changed, since no two sealed values are equal.
 */
export const customHeadersSealer = (
  sealer: Pick<Sealer, 'seal'> = kmsSealer(process.env.WEBHOOK_KEY_ID),
  fingerprinter: Fingerprinter = kmsFingerprinter(),
) => {
  return async (
    said: CustomHeadersPatch,
    webhook: SealContext,
    stored: SealedHeaders = {},
  ): Promise<Record<string, SealedHeader | null>> => {
    const entries = Object.entries(said);
    const known = new Map(Object.values(stored).map((header) => [header.fingerprint, header]));
    // One question for all of them, so that many headers do not make many; what is asked for opens nothing.
    const key = entries.some(([, value]) => value !== null) ? fingerprinter.of('headers', webhook) : '';
    const sealing = async (name: string, value: string): Promise<SealedHeader> => {
      // With nothing to compare with, sealing need not wait.
      const early = known.size === 0 ? sealer.seal(value, webhook) : undefined;
      const text = JSON.stringify([name.toLowerCase(), value]);
      const fingerprint = createHmac('sha256', await key)
        .update(text)
        .digest('base64');
      const same = known.get(fingerprint);
      if (same) return same;
      const sealed = await (early ?? sealer.seal(value, webhook));
      return { sealed, fingerprint, last4: lastOf(value), characters: value.length };
    };
    const headers = entries.map(
      async ([name, value]) => [name, value === null ? null : await sealing(name, value)] as const,
    );
    return Object.fromEntries(await Promise.all(headers));
  };
};
