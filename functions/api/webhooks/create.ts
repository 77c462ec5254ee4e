import { checkWebhookUrl } from '../../contract/webhooks/checks.ts';
import { createWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { untriedHealth } from '../../domain/webhooks/health.ts';
import { createWebhook as newWebhook, webhookInput } from '../../domain/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { webhookSecretSealer } from '../../ports/sealer/webhook-secret-sealer.ts';
import { webhookTargets } from '../../ports/webhook-sender/webhook-targets.ts';
import { freeSlot, readWebhook, saveWebhook } from '../../store/webhooks/webhooks.ts';

const makeSecret = webhookSecretSealer();

export const handler = endpoint(
  createWebhook,
  async ({ caller, body, now, newId, db, commit }) => {
    checkWebhookUrl(body.url, webhookTargets());
    const id = newId('webhook');
    const slot = await freeSlot(db, caller.tenant_id);
    const { secret, sealed } = await makeSecret(caller.tenant_id, id);
    const webhook = newWebhook(webhookInput(body), { id, tenant_id: caller.tenant_id, slot, sealed, now });
    const shown = { ...showWebhook(webhook, untriedHealth, now), secret };
    return commit(shown, { writes: saveWebhook(webhook), facts: [], events: [] });
  },
  async ({ caller, db, now }, id) => {
    const { webhook, health } = await readWebhook(db, caller.tenant_id, id);
    return showWebhook(webhook, health, now);
  },
);
