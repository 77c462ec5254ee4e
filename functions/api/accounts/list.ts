import { listAccounts, showAccount } from '../../contract/accounts/accounts.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfAccounts } from '../../store/accounts/accounts.ts';

export const handler = endpoint(listAccounts, async ({ caller, db, range, answerPage }) =>
  answerPage(await pageOfAccounts(db, caller.tenant_id, range('account')), showAccount),
);
