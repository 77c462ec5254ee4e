import { httpHandler } from '../../core/http/handler.ts';
import { lastUsesOf } from '../accounts/access-table.ts';
import { readAccount } from '../accounts/table.ts';
import { getApiKey } from './routes.ts';
import { toKeyResource } from './schema.ts';

export const handler = httpHandler(getApiKey, {}, async ({ caller, params, now, db, respond }) => {
  const account = await readAccount(db, caller.tenant_id, caller.account_id);
  const matching = account.api_keys.filter(({ id }) => id === params.api_key_id);
  return respond(toKeyResource(account, params.api_key_id, await lastUsesOf(db, matching), now));
});
