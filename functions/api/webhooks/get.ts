import { getWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { httpHandler } from '../../http/handler.ts';
import { readWebhook } from '../../store/webhooks/webhooks.ts';

export const handler = httpHandler(getWebhook, {}, async ({ caller, params, now, db, respond }) => {
  return respond(showWebhook(await readWebhook(db, caller.tenant_id, params.webhook_id), now));
});
