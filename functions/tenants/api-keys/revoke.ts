import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { lastUsesOf } from '../accounts/access-table.ts';
import { revokeKey } from '../accounts/model.ts';
import { readAccount } from '../accounts/table.ts';
import { accountWithKeys } from './changes.ts';
import { revokeApiKey } from './routes.ts';
import { toKeyResource } from './schema.ts';

export const handler = httpHandler(
  revokeApiKey,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const before = await readAccount(db, caller.tenant_id, caller.account_id);
    const account = revokeKey(before, params.api_key_id, now);
    const matching = before.api_keys.filter(({ id }) => id === params.api_key_id);
    for (const key of matching) ifMatch(key);
    const revoked = toKeyResource(
      account.after,
      params.api_key_id,
      await lastUsesOf(db, matching),
      now,
    );
    return commit({ changes: accountWithKeys(account, now), conditions: [] }, revoked);
  },
);
