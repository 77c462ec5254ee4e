import { httpHandler } from '../../core/http/handler.ts';
import { toTransactionResource } from './model.ts';
import { getTransaction } from './routes.ts';
import { readTransaction } from './table.ts';

export const handler = httpHandler(getTransaction, {}, async ({ caller, params, db, respond }) =>
  respond(
    toTransactionResource(await readTransaction(db, caller.tenant_id, params.transaction_id)),
  ),
);
