import { revokeApiKey } from '../../contract/accounts/key-routes.ts';
import { showKey } from '../../contract/accounts/listed-key.ts';
import { revokeKey } from '../../domain/accounts/account.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { lastUsesOf, readAccount } from '../../store/accounts/accounts.ts';
import { accountWithKeys } from '../../unit-of-work/api-keys.ts';

export const handler = httpHandler(revokeApiKey, { idempotent }, async ({ caller, params, now, db, commit }) => {
  const before = await readAccount(db, caller.tenant_id, caller.account_id);
  const account = revokeKey(before, params.api_key_id, now);
  const concerned = before.api_keys.filter(({ id }) => id === params.api_key_id);
  const revoked = showKey(account.after, params.api_key_id, await lastUsesOf(db, concerned), now);
  return commit({ changes: accountWithKeys(account, now), facts: [] }, revoked);
});
