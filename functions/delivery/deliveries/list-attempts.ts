import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toAttemptResource } from './changes.ts';
import { listAttempts } from './routes.ts';
import { pageOfAttempts } from './table.ts';

export const handler = httpHandler(
  listAttempts,
  { paged },
  async ({ caller, params, db, range, respondPage }) =>
    respondPage(
      await pageOfAttempts(db, caller.tenant_id, params.delivery_id, range()),
      toAttemptResource,
    ),
);
