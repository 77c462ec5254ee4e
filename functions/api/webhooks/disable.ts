import { disableWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { alignNow } from '../../domain/webhooks/health.ts';
import { actOnWebhook } from '../../domain/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { hurrier } from '../../ports/delivery-queue/hurry.ts';
import { readWebhook, saveHealth, saveWebhook } from '../../store/webhooks/webhooks.ts';

const hurry = hurrier();

export const handler = endpoint(disableWebhook, async ({ caller, params, body, now, db, commit }) => {
  const current = await readWebhook(db, caller.tenant_id, params.webhook_id);
  const { webhook } = actOnWebhook(current.webhook, 'disable', body.reason ?? null, now);
  const shown = showWebhook(webhook, current.health, now);
  const answer = await commit(shown, {
    writes: [...saveWebhook(webhook, current.webhook), saveHealth(webhook, alignNow(current.health, now))],
    facts: [],
    events: [{ type: 'webhook.disabled', shown, customer_id: null }],
  });
  await hurry({ tenant_id: caller.tenant_id, webhook_id: webhook.id });
  return answer;
});
