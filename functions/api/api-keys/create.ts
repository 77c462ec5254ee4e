import { createApiKey } from '../../contract/accounts/key-routes.ts';
import { showKey } from '../../contract/accounts/listed-key.ts';
import { restrictionOf } from '../../contract/accounts/restriction.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { lastUsesOf, readAccount } from '../../store/accounts/accounts.ts';
import { accountWithKeys, restrictedKey } from '../../unit-of-work/api-keys.ts';

export const handler = httpHandler(
  createApiKey,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => {
      const account = await readAccount(db, caller.tenant_id, caller.account_id);
      const made = account.api_keys.filter((key) => key.id === id);
      return showKey(account, id, await lastUsesOf(db, made), now);
    },
  },
  async ({ caller, body, now, newId, db, commit }) => {
    const before = await readAccount(db, caller.tenant_id, caller.account_id);
    const expires_at = body.expires_at && new Date(body.expires_at).toISOString();
    const making = { restriction: restrictionOf(body), expires_at, now, newId };
    const { account, id, secret_key } = restrictedKey(before, making);
    const shown = showKey(account.after, id, new Map(), now);
    return commit({ changes: accountWithKeys(account, now), facts: [] }, { ...shown, secret_key });
  },
);
