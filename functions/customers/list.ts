import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';
import { listCustomers } from './routes.ts';
import { toCustomerResource } from './schema.ts';
import { pageOfCustomers } from './table.ts';

export const handler = httpHandler(listCustomers, { paged }, async ({ caller, query, db, range, respondPage }) =>
  respondPage(await pageOfCustomers(db, caller.tenant_id, query, range('customer')), toCustomerResource),
);
