import { showEvent } from '../../contract/events/event.ts';
import { listEvents } from '../../contract/events/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfEvents } from '../../store/events/list.ts';

export const handler = httpHandler(listEvents, { paged }, async ({ caller, query, db, range, respondPage }) =>
  respondPage(await pageOfEvents(db, caller.tenant_id, query, range('event')), showEvent),
);
