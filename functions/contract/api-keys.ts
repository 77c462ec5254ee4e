import type { ApiKey as StoredApiKey } from '../domain/account.ts';

/** The one projection from a stored key to what the world sees: everything but what could open the door. */
export const showApiKey = (key: StoredApiKey) => {
  const { hash: _hash, version: _version, ...shown } = key;
  return { ...shown, object: 'api_key' as const };
};
