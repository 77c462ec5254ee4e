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
  const sealed = async (value: string, fingerprint: string, webhook: SealContext): Promise<SealedHeader> => ({
    sealed: await sealer.seal(value, webhook),
    fingerprint,
    last4: lastOf(value),
    characters: value.length,
  });
  return async (
    said: CustomHeadersPatch,
    webhook: SealContext,
    stored: SealedHeaders = {},
  ): Promise<Record<string, SealedHeader | null>> => {
    const entries = Object.entries(said);
    const known = new Map(Object.values(stored).map((header) => [header.fingerprint, header]));
    // One question for all of them, so that many headers do not make many; what is asked for opens nothing.
    const key = entries.some(([, value]) => value !== null) ? await fingerprinter.of('headers', webhook) : '';
    const headers = entries.map(async ([name, value]) => {
      if (value === null) return [name, null] as const;
      const fingerprint = createHmac('sha256', key)
        .update(JSON.stringify([name.toLowerCase(), value]))
        .digest('base64');
      return [name, known.get(fingerprint) ?? (await sealed(value, fingerprint, webhook))] as const;
    });
    return Object.fromEntries(await Promise.all(headers));
  };
};
