import type { ApiKey, KeyKind, Restriction } from '../../domain/accounts/account.ts';
import type { NewId } from '../../domain/id.ts';
import { hashOf, keyPrefix, makeKey } from './secret-key.ts';

/** Both keys in full: shown once, kept nowhere. */
export type ShownKeys = { readonly secret_key: string; readonly public_key: string };

/** Makes a pair of keys for an environment: what to keep of them, and what to show this once. */
export const newKeyPair = (environment: string, newId: NewId, now: Date) => {
  const secret = newKey('secret', environment, newId, now);
  const publishable = newKey('public', environment, newId, now);
  const keys: ShownKeys = { secret_key: secret.key, public_key: publishable.key };
  return { entries: [secret.entry, publishable.entry], keys };
};

/** Makes a restricted key, which ends at a moment or never: what to keep of it, and the key in full. */
export const newRestrictedKey = (
  environment: string,
  restriction: Restriction,
  expires_at: string | null,
  newId: NewId,
  now: Date,
) => {
  const { entry, key } = newKey('restricted', environment, newId, now);
  return { entry: { ...entry, expires_at, restriction }, key };
};

const newKey = (kind: KeyKind, environment: string, newId: NewId, now: Date) => {
  const key = makeKey(kind, environment);
  const entry: ApiKey = {
    id: newId('api_key'),
    kind,
    prefix: keyPrefix(kind, environment),
    last4: key.slice(-4),
    hash: hashOf(key),
    created_at: now.toISOString(),
    expires_at: null,
    revoked_at: null,
    version: 1,
  };
  return { entry, key };
};
