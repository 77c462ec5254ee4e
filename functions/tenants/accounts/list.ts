import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toAccountResource } from './model.ts';
import { listAccounts } from './routes.ts';
import { pageOfAccounts } from './table.ts';

export const handler = httpHandler(
  listAccounts,
  { paged },
  async ({ caller, db, range, respondPage }) =>
    respondPage(await pageOfAccounts(db, caller.tenant_id, range('account')), toAccountResource),
);
