import { getWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readWebhook } from '../../store/webhooks/webhooks.ts';

export const handler = endpoint(getWebhook, async ({ caller, params, now, db, answer }) => {
  return answer(showWebhook(await readWebhook(db, caller.tenant_id, params.webhook_id), now));
});
