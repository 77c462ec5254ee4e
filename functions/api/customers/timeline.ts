import { showEvent } from '../../contract/event.ts';
import { getTimeline } from '../../contract/events.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readCustomer } from '../../store/customer-store.ts';
import { pageOfEvents } from '../../store/event-list.ts';

export const handler = endpoint(getTimeline, async ({ caller, params, query, db, wanted, answerPage }) => {
  const { id } = await readCustomer(db, caller.tenant_id, params.customer_id);
  const filter = { customer_id: id, type: query.type };
  return answerPage(await pageOfEvents(db, caller.tenant_id, filter, wanted('event')), showEvent);
});
