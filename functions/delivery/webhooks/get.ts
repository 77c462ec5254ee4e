import { httpHandler } from '../../core/http/handler.ts';
import { toWebhookResource } from './changes.ts';
import { getWebhook } from './routes.ts';
import { readWebhook } from './table.ts';

export const handler = httpHandler(getWebhook, {}, async ({ caller, params, now, db, respond }) => {
  return respond(
    toWebhookResource(await readWebhook(db, caller.tenant_id, params.webhook_id), now),
  );
});
