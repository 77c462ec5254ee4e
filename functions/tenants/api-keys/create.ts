import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { lastUsesOf } from '../accounts/access-table.ts';
import { readAccount } from '../accounts/table.ts';
import { accountWithKeys, restrictedKey } from './changes.ts';
import { createApiKey } from './routes.ts';
import { requireGrantable, restrictionOf, toKeyResource } from './schema.ts';

export const handler = httpHandler(
  createApiKey,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => {
      const account = await readAccount(db, caller.tenant_id, caller.account_id);
      const created = account.api_keys.filter((one) => one.id === id);
      return toKeyResource(account, id, await lastUsesOf(db, created), now);
    },
  },
  async ({ caller, body, now, newId, db, commit }) => {
    requireGrantable(caller.role, body.scopes);
    const before = await readAccount(db, caller.tenant_id, caller.account_id);
    const expires_at = body.expires_at && new Date(body.expires_at).toISOString();
    const options = { restriction: restrictionOf(body), expires_at, now, newId };
    const { account, id, secret_key } = restrictedKey(before, options);
    const key = toKeyResource(account.after, id, new Map(), now);
    return commit(
      { changes: accountWithKeys(account, now), conditions: [] },
      { ...key, secret_key },
    );
  },
);
