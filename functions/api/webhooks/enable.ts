import { enableWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { alignNow, resetHealth } from '../../domain/webhooks/health.ts';
import { actOnWebhook } from '../../domain/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { hurrier } from '../../ports/delivery-queue/hurry.ts';
import { readWebhook, saveHealth, saveWebhook } from '../../store/webhooks/webhooks.ts';

const hurry = hurrier();

export const handler = endpoint(enableWebhook, async ({ caller, params, body, now, db, commit }) => {
  const current = await readWebhook(db, caller.tenant_id, params.webhook_id);
  const { webhook } = actOnWebhook(current.webhook, 'enable', body.reason ?? null, now);
  const health = alignNow({ ...current.health, ...resetHealth(current.health) }, now);
  const writes = [...saveWebhook(webhook, current.webhook), saveHealth(webhook, health)];
  const answer = await commit(showWebhook(webhook, health, now), { writes, facts: [], events: [] });
  await hurry({ tenant_id: caller.tenant_id, webhook_id: webhook.id });
  return answer;
});
