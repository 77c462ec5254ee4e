import { enableWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { resetHealth } from '../../domain/webhooks/health.ts';
import { actOnWebhook } from '../../domain/webhooks/webhook.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { wakeAfterCommit } from '../../ports/delivery-queue/wake-after.ts';
import { alignNow } from '../../store/webhooks/health.ts';
import { readWebhook } from '../../store/webhooks/webhooks.ts';
import { webhookAndHealth } from '../../unit-of-work/webhooks.ts';

const wakeAfter = wakeAfterCommit();

export const handler = httpHandler(
  enableWebhook,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => showWebhook(await readWebhook(db, caller.tenant_id, id), now),
  },
  async ({ caller, params, body, now, db, commit }) => {
    const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
    const enabled = actOnWebhook(webhook, 'enable', body.reason ?? null, now);
    const changes = webhookAndHealth(enabled, alignNow({ ...health, ...resetHealth(health, now) }, now), now);
    return wakeAfter(commit({ changes, facts: [] }), { tenant_id: caller.tenant_id, webhook_id: webhook.id });
  },
);
