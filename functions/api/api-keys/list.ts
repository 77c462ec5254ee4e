import { listApiKeys } from '../../contract/accounts/key-routes.ts';
import { showKeys } from '../../contract/accounts/listed-key.ts';
import { listing } from '../../http/listing.ts';
import { lastUsesOf, readAccount } from '../../store/accounts/accounts.ts';
import { pageOf } from '../../store/list.ts';

export const handler = listing(listApiKeys, async ({ caller, now, db, range, answerPage }) => {
  const account = await readAccount(db, caller.tenant_id, caller.account_id);
  const shown = showKeys(account, await lastUsesOf(db, account.api_keys), now);
  return answerPage(
    pageOf(shown, range(), ({ id }) => id),
    (key) => key,
  );
});
