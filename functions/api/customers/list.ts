import { showCustomer } from '../../contract/customer.ts';
import { listCustomers } from '../../contract/customers.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfCustomers } from '../../store/customer-store.ts';

export const handler = endpoint(listCustomers, async ({ caller, query, db, wanted, answerPage }) =>
  answerPage(await pageOfCustomers(db, caller.tenant_id, query, wanted('customer')), showCustomer),
);
