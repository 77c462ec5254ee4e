import { ShownApiKey, showApiKey } from '../contract/accounts/api-keys.ts';
import type { Account, ApiKey } from '../domain/accounts/account.ts';
import type { ApiKeyEventType } from '../domain/events/types.ts';
import type { Transition } from '../domain/transition.ts';
import { type Changed, changed, type Registration } from './unit-of-work.ts';

type OwnedKey = ApiKey & { readonly tenant_id: string };

/** Keys are saved with their account. */
const registration: Registration<OwnedKey, typeof ShownApiKey> = {
  object: 'api_key',
  schema: ShownApiKey,
  show: ({ tenant_id: _tenant, ...key }) => showApiKey(key),
  save: () => [],
};

/** What each key of an account that is new, ends or was revoked comes to. */
export const apiKeys = ({ before, after }: Transition<Account>): Changed[] =>
  after.api_keys.flatMap((key) => {
    const event = eventTypeOf(key, before);
    return event ? [changed(registration, { after: { ...key, tenant_id: after.tenant_id }, event })] : [];
  });

const eventTypeOf = (key: ApiKey, before: Account | undefined): ApiKeyEventType | undefined => {
  const known = before?.api_keys.find(({ id }) => id === key.id);
  if (!known) return 'api_key.created';
  if (known.revoked_at !== key.revoked_at) return 'api_key.revoked';
  return known.expires_at === key.expires_at ? undefined : 'api_key.rotated';
};
