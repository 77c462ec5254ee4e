import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { pageOfEvents } from '../../core/outbox/table.ts';
import { listEvents } from './routes.ts';
import { toEventResource } from './schema.ts';

export const handler = httpHandler(
  listEvents,
  { paged },
  async ({ caller, query, db, range, respondPage }) =>
    respondPage(await pageOfEvents(db, caller.tenant_id, query, range('event')), toEventResource),
);
