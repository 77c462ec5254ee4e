import { listWebhooks } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfWebhooks } from '../../store/webhooks/webhooks.ts';

export const handler = httpHandler(listWebhooks, { paged }, async ({ caller, now, db, range, respondPage }) =>
  respondPage(await pageOfWebhooks(db, caller.tenant_id, range('webhook')), (one) => showWebhook(one, now)),
);
