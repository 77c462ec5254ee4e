import { showCustomer } from '../../contract/customers/customer.ts';
import { getCustomer } from '../../contract/customers/routes.ts';
import { httpHandler } from '../../http/handler.ts';
import { readCustomer } from '../../store/customers/customers.ts';

export const handler = httpHandler(getCustomer, {}, async ({ caller, params, db, respond }) =>
  respond(showCustomer(await readCustomer(db, caller.tenant_id, params.customer_id))),
);
