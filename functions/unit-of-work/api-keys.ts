import { ShownApiKey, showApiKey } from '../contract/accounts/api-keys.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { ApiKeyEventType } from '../domain/events/types.ts';
import type { Transition } from '../domain/transition.ts';
import { type Changed, changed } from './unit-of-work.ts';

type Stored = Parameters<typeof showApiKey>[0];

/** What each key of an account that is new, ends or was revoked comes to; they are saved with their account. */
export const apiKeys = ({ before, after }: Transition<Account>): Changed[] =>
  after.api_keys.flatMap((key) => {
    const event = eventTypeOf(key, before);
    return event ? [apiKey({ after: key, event }, after)] : [];
  });

const apiKey = (transition: Transition<Stored, ApiKeyEventType>, { tenant_id }: Account) =>
  changed(
    {
      schema: ShownApiKey,
      show: showApiKey,
      save: () => [],
      subject: ({ id, version }) => ({
        tenant_id,
        customer_id: null,
        resource: { id, object: 'api_key' },
        sequence: version,
      }),
    },
    transition,
  );

const eventTypeOf = (key: Stored, before: Account | undefined): ApiKeyEventType | undefined => {
  const known = before?.api_keys.find(({ id }) => id === key.id);
  if (!known) return 'api_key.created';
  if (known.revoked_at !== key.revoked_at) return 'api_key.revoked';
  return known.expires_at === key.expires_at ? undefined : 'api_key.rotated';
};
