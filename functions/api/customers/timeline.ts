import { showEvent } from '../../contract/events/event.ts';
import { getTimeline } from '../../contract/events/routes.ts';
import { listing } from '../../http/listing.ts';
import { readCustomer } from '../../store/customers/customers.ts';
import { pageOfEvents } from '../../store/events/list.ts';

export const handler = listing(getTimeline, async ({ caller, params, query, db, range, answerPage }) => {
  const { id } = await readCustomer(db, caller.tenant_id, params.customer_id);
  const filter = { customer_id: id, type: query.type };
  return answerPage(await pageOfEvents(db, caller.tenant_id, filter, range('event')), showEvent);
});
