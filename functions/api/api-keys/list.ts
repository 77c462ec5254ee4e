import { listApiKeys } from '../../contract/accounts/key-routes.ts';
import { showKeys } from '../../contract/accounts/listed-key.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { lastUsesOf, readAccount } from '../../store/accounts/accounts.ts';
import { pageOf } from '../../store/list.ts';

export const handler = httpHandler(listApiKeys, { paged }, async ({ caller, now, db, range, respondPage }) => {
  const account = await readAccount(db, caller.tenant_id, caller.account_id);
  const shown = showKeys(account, await lastUsesOf(db, account.api_keys), now);
  return respondPage(
    pageOf(shown, range(), ({ id }) => id),
    (key) => key,
  );
});
