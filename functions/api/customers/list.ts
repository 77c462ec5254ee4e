import { showCustomer } from '../../contract/customers/customer.ts';
import { listCustomers } from '../../contract/customers/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfCustomers } from '../../store/customers/customers.ts';

export const handler = httpHandler(listCustomers, { paged }, async ({ caller, query, db, range, respondPage }) =>
  respondPage(await pageOfCustomers(db, caller.tenant_id, query, range('customer')), showCustomer),
);
