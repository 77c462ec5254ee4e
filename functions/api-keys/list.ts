import { lastUsesOf, readAccount } from '../accounts/table.ts';
import { pageOf } from '../dynamodb/list.ts';
import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';
import { listApiKeys } from './routes.ts';
import { toKeysResource } from './schema.ts';

export const handler = httpHandler(listApiKeys, { paged }, async ({ caller, now, db, range, respondPage }) => {
  const account = await readAccount(db, caller.tenant_id, caller.account_id);
  const items = toKeysResource(account, await lastUsesOf(db, account.api_keys), now);
  return respondPage(
    pageOf(items, range(), ({ id }) => id),
    (key) => key,
  );
});
