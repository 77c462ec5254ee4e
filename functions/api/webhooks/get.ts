import { showWebhook } from '../../contract/webhook.ts';
import { getWebhook } from '../../contract/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readWebhook } from '../../store/webhook-store.ts';

export const handler = endpoint(getWebhook, async ({ caller, params, now, db, answer }) => {
  const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
  return answer(showWebhook(webhook, health, now));
});
