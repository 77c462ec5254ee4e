import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { pageOfCustomers } from './list-table.ts';
import { toCustomerResource } from './model.ts';
import { listCustomers } from './routes.ts';
import { pageByName } from './search-table.ts';

export const handler = httpHandler(
  listCustomers,
  { paged },
  async ({ caller, query, db, range, respondPage }) => {
    const { ids, name, external_id } = query;
    const found =
      name === undefined || external_id !== undefined || ids !== undefined
        ? pageOfCustomers(db, caller.tenant_id, query, range('customer'))
        : pageByName(db, caller.tenant_id, { ...query, name }, range());
    return respondPage(await found, toCustomerResource);
  },
);
