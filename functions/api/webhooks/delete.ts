import { deleteWebhook } from '../../contract/webhooks/routes.ts';
import { alignNow } from '../../domain/webhooks/health.ts';
import { changeWebhook } from '../../domain/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { hurrier } from '../../ports/delivery-queue/hurry.ts';
import { readWebhook, saveHealth, saveWebhook } from '../../store/webhooks/webhooks.ts';

const hurry = hurrier();

export const handler = endpoint(deleteWebhook, async ({ caller, params, now, db, commit }) => {
  const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
  const deleted = changeWebhook(webhook, { deleted_at: now.toISOString() }, now);
  const due = saveHealth(webhook, alignNow(health, now));
  const answer = await commit(undefined, { writes: [...saveWebhook(deleted, webhook), due], facts: [], events: [] });
  await hurry({ tenant_id: caller.tenant_id, webhook_id: webhook.id });
  return answer;
});
