import { notifyAfterCommit } from '../aws/sqs.ts';
import { transactional } from '../http/commit.ts';
import { httpHandler } from '../http/handler.ts';
import { restedHealth } from './health.ts';
import { reconcileNow, saveHealth } from './health-table.ts';
import { deleteWebhook } from './routes.ts';
import { buryWebhook, readWebhook } from './table.ts';

const notifyAfter = notifyAfterCommit();

export const handler = httpHandler(deleteWebhook, { transactional }, async ({ caller, params, now, db, commit }) => {
  const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
  const canceling = reconcileNow({ ...health, ...restedHealth(health, now) }, now);
  const changes = [...buryWebhook(webhook, now), saveHealth(webhook, canceling, now)];
  return notifyAfter(commit({ changes, conditions: [] }, undefined), {
    tenant_id: caller.tenant_id,
    webhook_id: webhook.id,
  });
});
