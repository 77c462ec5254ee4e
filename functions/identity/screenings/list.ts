import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toScreeningResource } from './changes.ts';
import { listScreenings } from './routes.ts';
import { pageOfScreenings } from './table.ts';

export const handler = httpHandler(
  listScreenings,
  { paged },
  async ({ caller, query, db, range, respondPage }) =>
    respondPage(
      await pageOfScreenings(db, caller.tenant_id, query, range('screening')),
      toScreeningResource,
    ),
);
