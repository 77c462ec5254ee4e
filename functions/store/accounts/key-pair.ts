import type { ApiKey } from '../../domain/accounts/account.ts';
import type { NewId } from '../../domain/id.ts';
import { hashOf, keyPrefix, makeKey } from './secret-key.ts';

/** Both keys in full: shown once, kept nowhere. */
export type ShownKeys = { readonly secret_key: string; readonly public_key: string };

/** Makes a pair of keys for an environment: what to keep of them, and what to show this once. */
export const newKeyPair = (environment: string, newId: NewId, now: Date) => {
  const secret_key = makeKey('secret', environment);
  const public_key = makeKey('public', environment);
  const entry = (kind: 'secret' | 'public', key: string): ApiKey => ({
    id: newId('api_key'),
    kind,
    prefix: keyPrefix(kind, environment),
    last4: key.slice(-4),
    hash: hashOf(key),
    created_at: now.toISOString(),
    expires_at: null,
    revoked_at: null,
    version: 1,
  });
  const keys: ShownKeys = { secret_key, public_key };
  return { entries: [entry('secret', secret_key), entry('public', public_key)], keys };
};
