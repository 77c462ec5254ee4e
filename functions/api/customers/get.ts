import { showCustomer } from '../../contract/customers/customer.ts';
import { getCustomer } from '../../contract/customers/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCustomer } from '../../store/customers/customers.ts';

export const handler = endpoint(getCustomer, async ({ caller, params, db, answer }) =>
  answer(showCustomer(await readCustomer(db, caller.tenant_id, params.customer_id))),
);
