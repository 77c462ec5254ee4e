import { lastUsesOf, readAccount } from '../accounts/table.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { accountWithKeys, restrictedKey } from './changes.ts';
import { createApiKey } from './routes.ts';
import { restrictionOf, toKeyResource } from './schema.ts';

export const handler = httpHandler(
  createApiKey,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => {
      const account = await readAccount(db, caller.tenant_id, caller.account_id);
      const made = account.api_keys.filter((key) => key.id === id);
      return toKeyResource(account, id, await lastUsesOf(db, made), now);
    },
  },
  async ({ caller, body, now, newId, db, commit }) => {
    const before = await readAccount(db, caller.tenant_id, caller.account_id);
    const expires_at = body.expires_at && new Date(body.expires_at).toISOString();
    const making = { restriction: restrictionOf(body), expires_at, now, newId };
    const { account, id, secret_key } = restrictedKey(before, making);
    const shown = toKeyResource(account.after, id, new Map(), now);
    return commit({ changes: accountWithKeys(account, now), conditions: [] }, { ...shown, secret_key });
  },
);
