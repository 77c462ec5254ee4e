import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toTransactionResource } from './model.ts';
import { listTransactions } from './routes.ts';
import { pageOfTransactions } from './table.ts';

export const handler = httpHandler(
  listTransactions,
  { paged },
  async ({ caller, query, db, range, respondPage }) =>
    respondPage(
      await pageOfTransactions(db, caller.tenant_id, query, range('transaction')),
      toTransactionResource,
    ),
);
