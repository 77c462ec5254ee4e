import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { readCustomer } from '../customers/table.ts';
import { toPersonResource } from './model.ts';
import { listPersons } from './routes.ts';
import { pageOfPersons } from './table.ts';

export const handler = httpHandler(
  listPersons,
  { paged },
  async ({ caller, params, db, range, respondPage }) => {
    const customer = await readCustomer(db, caller.tenant_id, params.customer_id);
    return respondPage(pageOfPersons(customer, range()), toPersonResource);
  },
);
