import * as z from 'zod/mini';
import type { ApiKey } from '../../domain/accounts/account.ts';
import { Timestamp } from '../fields.ts';
import { idOf } from '../resource.ts';

/** A key as the world sees it: everything but what could open the door. */
export const ShownApiKey = z
  .object({
    id: idOf('api_key', 'key'),
    object: z.literal('api_key'),
    kind: z.enum(['public', 'secret']),
    prefix: z.string().check(z.meta({ examples: ['sk_sandbox_'] })),
    last4: z.string().check(z.meta({ examples: ['4kSV'] })),
    created_at: Timestamp,
    expires_at: z.nullable(Timestamp).check(z.meta({ description: 'When its grace ends; null: it does not end.' })),
    revoked_at: z.nullable(Timestamp),
  })
  .check(z.meta({ id: 'ApiKey' }));
type ShownApiKey = z.infer<typeof ShownApiKey>;

/** The one projection from a stored key to what the world sees. */
export const showApiKey = (key: ApiKey): ShownApiKey => {
  const { hash: _hash, version: _version, ...shown } = key;
  return { ...shown, object: 'api_key' };
};
