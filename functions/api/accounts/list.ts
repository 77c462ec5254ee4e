import { listAccounts, showAccount } from '../../contract/accounts/accounts.ts';
import { listing } from '../../http/listing.ts';
import { pageOfAccounts } from '../../store/accounts/accounts.ts';

export const handler = listing(listAccounts, async ({ caller, db, range, answerPage }) =>
  answerPage(await pageOfAccounts(db, caller.tenant_id, range('account')), showAccount),
);
