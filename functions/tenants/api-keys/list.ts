import { pageOf } from '../../core/dynamodb/list.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { lastUsesOf } from '../accounts/access-table.ts';
import { readAccount } from '../accounts/table.ts';
import { listApiKeys } from './routes.ts';
import { toKeysResource } from './schema.ts';

export const handler = httpHandler(
  listApiKeys,
  { paged },
  async ({ caller, now, db, range, respondPage }) => {
    const account = await readAccount(db, caller.tenant_id, caller.account_id);
    const items = toKeysResource(account, await lastUsesOf(db, account.api_keys), now);
    return respondPage(
      pageOf(items, range(), ({ id }) => id),
      (key) => key,
    );
  },
);
