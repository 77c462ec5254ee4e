import { getTimeline } from '../events/routes.ts';
import { toEventResource } from '../events/schema.ts';
import { pageOfEvents } from '../events/table.ts';
import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';
import { readCustomer } from './table.ts';

export const handler = httpHandler(
  getTimeline,
  { paged },
  async ({ caller, params, query, db, range, respondPage }) => {
    const { id } = await readCustomer(db, caller.tenant_id, params.customer_id);
    const filter = { customer_id: id, type: query.type };
    return respondPage(await pageOfEvents(db, caller.tenant_id, filter, range('event')), toEventResource);
  },
);
