import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toRequestResource } from './model.ts';
import { listRequests } from './routes.ts';
import { pageOfRequests } from './table.ts';

export const handler = httpHandler(
  listRequests,
  { paged },
  async ({
    caller,
    query: { limit: _limit, cursor: _cursor, ...filter },
    now,
    db,
    range,
    respondPage,
  }) =>
    respondPage(
      await pageOfRequests(db, caller.tenant_id, filter, range(), now),
      toRequestResource,
    ),
);
