import { getAccount, showAccount } from '../../contract/accounts/accounts.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readAccount } from '../../store/accounts/accounts.ts';

export const handler = endpoint(getAccount, async ({ caller, params, db, answer }) =>
  answer(showAccount(await readAccount(db, caller.tenant_id, params.account_id))),
);
