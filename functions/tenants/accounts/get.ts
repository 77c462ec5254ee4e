import { httpHandler } from '../../core/http/handler.ts';
import { toAccountResource } from './model.ts';
import { getAccount } from './routes.ts';
import { readAccount } from './table.ts';

export const handler = httpHandler(getAccount, {}, async ({ caller, params, db, respond }) =>
  respond(toAccountResource(await readAccount(db, caller.tenant_id, params.account_id))),
);
