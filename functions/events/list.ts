import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';
import { listEvents } from './routes.ts';
import { toEventResource } from './schema.ts';
import { pageOfEvents } from './table.ts';

export const handler = httpHandler(listEvents, { paged }, async ({ caller, query, db, range, respondPage }) =>
  respondPage(await pageOfEvents(db, caller.tenant_id, query, range('event')), toEventResource),
);
