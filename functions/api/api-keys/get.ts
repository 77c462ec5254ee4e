import { getApiKey } from '../../contract/accounts/key-routes.ts';
import { showKey } from '../../contract/accounts/listed-key.ts';
import { httpHandler } from '../../http/handler.ts';
import { lastUsesOf, readAccount } from '../../store/accounts/accounts.ts';

export const handler = httpHandler(getApiKey, {}, async ({ caller, params, now, db, respond }) => {
  const account = await readAccount(db, caller.tenant_id, caller.account_id);
  const asked = account.api_keys.filter(({ id }) => id === params.api_key_id);
  return respond(showKey(account, params.api_key_id, await lastUsesOf(db, asked), now));
});
