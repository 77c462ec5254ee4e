import { checkMergedWebhook, checkWebhookUrl } from '../../contract/webhooks/checks.ts';
import { updateWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { changeWebhook, patchedWebhook } from '../../domain/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { webhookTargets } from '../../ports/webhook-sender/webhook-targets.ts';
import { readWebhook, saveWebhook } from '../../store/webhooks/webhooks.ts';

export const handler = endpoint(updateWebhook, async ({ caller, params, body, now, db, ifMatch, answer, commit }) => {
  if (body.url !== undefined) checkWebhookUrl(body.url, webhookTargets());
  const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
  ifMatch(webhook);
  const patched = patchedWebhook(webhook, body);
  if (!patched) return answer(showWebhook(webhook, health, now));
  const changed = changeWebhook(webhook, checkMergedWebhook(patched), now);
  return commit(showWebhook(changed, health, now), { writes: saveWebhook(changed, webhook), facts: [], events: [] });
});
