import { httpHandler } from '../../core/http/handler.ts';
import { toCustomerResource } from './model.ts';
import { getCustomer } from './routes.ts';
import { readCustomer } from './table.ts';

export const handler = httpHandler(getCustomer, {}, async ({ caller, params, db, respond }) =>
  respond(toCustomerResource(await readCustomer(db, caller.tenant_id, params.customer_id))),
);
