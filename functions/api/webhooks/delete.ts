import { deleteWebhook } from '../../contract/webhooks/routes.ts';
import { restedHealth } from '../../domain/webhooks/health.ts';
import { transactional } from '../../http/commit.ts';
import { httpHandler } from '../../http/handler.ts';
import { wakeAfterCommit } from '../../ports/delivery-queue/wake-after.ts';
import { alignNow, saveHealth } from '../../store/webhooks/health.ts';
import { buryWebhook, readWebhook } from '../../store/webhooks/webhooks.ts';

const wakeAfter = wakeAfterCommit();

export const handler = httpHandler(deleteWebhook, { transactional }, async ({ caller, params, now, db, commit }) => {
  const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
  const canceling = alignNow({ ...health, ...restedHealth(health, now) }, now);
  const changes = [...buryWebhook(webhook, now), saveHealth(webhook, canceling, now)];
  return wakeAfter(commit({ changes, facts: [] }, undefined), { tenant_id: caller.tenant_id, webhook_id: webhook.id });
});
