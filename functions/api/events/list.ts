import { showEvent } from '../../contract/events/event.ts';
import { listEvents } from '../../contract/events/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfEvents } from '../../store/events/list.ts';

export const handler = listing(listEvents, async ({ caller, query, db, range, answerPage }) =>
  answerPage(await pageOfEvents(db, caller.tenant_id, query, range('event')), showEvent),
);
