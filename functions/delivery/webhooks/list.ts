import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { toWebhookResource } from './changes.ts';
import { listWebhooks } from './routes.ts';
import { pageOfWebhooks } from './table.ts';

export const handler = httpHandler(
  listWebhooks,
  { paged },
  async ({ caller, now, db, range, respondPage }) =>
    respondPage(await pageOfWebhooks(db, caller.tenant_id, range('webhook')), (one) =>
      toWebhookResource(one, now),
    ),
);
