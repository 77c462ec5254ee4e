import { getAccount, showAccount } from '../../contract/accounts/accounts.ts';
import { httpHandler } from '../../http/handler.ts';
import { readAccount } from '../../store/accounts/accounts.ts';

export const handler = httpHandler(getAccount, {}, async ({ caller, params, db, respond }) =>
  respond(showAccount(await readAccount(db, caller.tenant_id, params.account_id))),
);
