import { showApiKey } from '../contract/accounts/api-keys.ts';
import type { Account, ApiKey } from '../domain/accounts/account.ts';
import type { NewId } from '../domain/id.ts';
import type { Write } from '../store/change.ts';
import { appendEvent } from '../store/events/events.ts';

type Occasion = { readonly now: Date; readonly newId: NewId; readonly request_id: string };

/** An event for each key that is new, ends or was revoked. */
export const keyEvents = (after: Account, before: Account | undefined, occasion: Occasion): Write[] => {
  const { now, newId, request_id } = occasion;
  return after.api_keys.flatMap((key) => {
    const type = typeOf(key, before);
    if (!type) return [];
    const event = {
      id: newId('event'),
      type,
      created_at: now.toISOString(),
      environment: after.environment,
      tenant_id: after.tenant_id,
      customer_id: null,
      resource: { id: key.id, object: 'api_key' },
      sequence: key.version,
      data: showApiKey(key),
      previous: null,
      causation: { request_id, idempotency_key: null, actor: { type: 'operator', id: 'administer-business' } as const },
    };
    return [appendEvent(event)];
  });
};

const typeOf = (key: ApiKey, before: Account | undefined) => {
  const known = before?.api_keys.find(({ id }) => id === key.id);
  if (!known) return 'api_key.created';
  if (known.revoked_at !== key.revoked_at) return 'api_key.revoked';
  return known.expires_at === key.expires_at ? undefined : 'api_key.rotated';
};
