import { showEvent } from '../../contract/event.ts';
import { listEvents } from '../../contract/events.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfEvents } from '../../store/event-list.ts';

export const handler = endpoint(listEvents, async ({ caller, query, db, wanted, answerPage }) =>
  answerPage(await pageOfEvents(db, caller.tenant_id, query, wanted('event')), showEvent),
);
