import { readCustomer } from '../customers/table.ts';
import { pageOf } from '../dynamodb/list.ts';
import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';
import { personsOf, toPersonResource } from './model.ts';
import { listPersons } from './routes.ts';

export const handler = httpHandler(listPersons, { paged }, async ({ caller, params, db, range, respondPage }) => {
  const customer = await readCustomer(db, caller.tenant_id, params.customer_id);
  return respondPage(
    pageOf(personsOf(customer).reverse(), range(), ({ id }) => id),
    toPersonResource,
  );
});
