import { listAccounts, showAccount } from '../../contract/accounts/accounts.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfAccounts } from '../../store/accounts/accounts.ts';

export const handler = httpHandler(listAccounts, { paged }, async ({ caller, db, range, respondPage }) =>
  respondPage(await pageOfAccounts(db, caller.tenant_id, range('account')), showAccount),
);
