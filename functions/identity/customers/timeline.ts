import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { pageOfEvents } from '../../core/outbox/table.ts';
import { toEventResource } from '../../delivery/events/schema.ts';
import { readCustomer } from './table.ts';
import { getTimeline } from './timeline-routes.ts';

export const handler = httpHandler(
  getTimeline,
  { paged },
  async ({ caller, params, query, db, range, respondPage }) => {
    const { id } = await readCustomer(db, caller.tenant_id, params.customer_id);
    const filter = { customer_id: id, type: query.type };
    return respondPage(
      await pageOfEvents(db, caller.tenant_id, filter, range('event')),
      toEventResource,
    );
  },
);
