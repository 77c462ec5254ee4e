import * as z from 'zod/mini';
import type { ApiKey } from '../../domain/accounts/account.ts';
import { Timestamp } from '../fields.ts';
import { idOf, objectNamed, withDescription } from '../resource.ts';
import { restrictionFields, showRestriction } from './restriction.ts';

/** A key as the world sees it: everything but what could open the door. */
export const ShownApiKey = z
  .object({
    id: idOf('api_key', 'key'),
    object: objectNamed('api_key'),
    kind: z.enum(['public', 'secret', 'restricted']).check(
      z.meta({
        id: 'ApiKeyKind',
        description: 'A secret one opens every route, a restricted one those of its scopes, a public one none.',
      }),
    ),
    prefix: z.string().check(z.meta({ description: 'How it begins.', examples: ['sk_sandbox_'] })),
    last4: z.string().check(z.meta({ description: 'How it ends.', examples: ['4kSV'] })),
    created_at: withDescription(Timestamp, 'When it was made.'),
    expires_at: z
      .nullable(Timestamp)
      .check(z.meta({ description: 'When its grace or its time ends; null: it does not end.' })),
    revoked_at: withDescription(z.nullable(Timestamp), 'When it was revoked.'),
    ...restrictionFields,
  })
  .check(z.meta({ id: 'ApiKey', description: 'A key, without what opens the door.' }));
type ShownApiKey = z.infer<typeof ShownApiKey>;

/** The one projection from a stored key to what the world sees. */
export const showApiKey = (key: ApiKey): ShownApiKey => {
  const { hash: _hash, version: _version, restriction: _restriction, ...shown } = key;
  return { ...shown, ...showRestriction(key), object: 'api_key' };
};
