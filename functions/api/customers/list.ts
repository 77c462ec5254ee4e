import { showCustomer } from '../../contract/customers/customer.ts';
import { listCustomers } from '../../contract/customers/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfCustomers } from '../../store/customers/customers.ts';

export const handler = listing(listCustomers, async ({ caller, query, db, range, answerPage }) =>
  answerPage(await pageOfCustomers(db, caller.tenant_id, query, range('customer')), showCustomer),
);
