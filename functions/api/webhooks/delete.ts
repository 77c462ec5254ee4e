import { deleteWebhook } from '../../contract/webhooks.ts';
import { changeWebhook } from '../../domain/webhook.ts';
import { alignNow } from '../../domain/webhook-health.ts';
import { endpoint } from '../../http/endpoint.ts';
import { hurrier } from '../../ports/delivery-queue/hurry.ts';
import { readWebhook, saveHealth, saveWebhook } from '../../store/webhook-store.ts';

const hurry = hurrier();

export const handler = endpoint(deleteWebhook, async ({ caller, params, now, db, commit }) => {
  const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
  const deleted = changeWebhook(webhook, { deleted_at: now.toISOString() }, now);
  const due = saveHealth(webhook, alignNow(health, now));
  const answer = await commit(undefined, { writes: [...saveWebhook(deleted, webhook), due], facts: [], events: [] });
  await hurry({ tenant_id: caller.tenant_id, webhook_id: webhook.id });
  return answer;
});
