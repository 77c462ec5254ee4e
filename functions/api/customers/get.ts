import { showCustomer } from '../../contract/customer.ts';
import { getCustomer } from '../../contract/customers.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCustomer } from '../../store/customer-store.ts';

export const handler = endpoint(getCustomer, async ({ caller, params, db, answer }) =>
  answer(showCustomer(await readCustomer(db, caller.tenant_id, params.customer_id))),
);
