import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { notifyAfterCommit } from '../deliveries/notify.ts';
import { withProbesStopped } from './health.ts';
import { reconcileNow, saveHealth } from './health-table.ts';
import { deleteWebhook } from './routes.ts';
import { deleteWebhookItems, readWebhook } from './table.ts';

export const handler = httpHandler(
  deleteWebhook,
  { transactional },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
    ifMatch(webhook);
    const canceling = reconcileNow({ ...health, ...withProbesStopped(health, now) }, now);
    const changes = [...deleteWebhookItems(webhook, now), saveHealth(webhook, canceling, now)];
    const { tenant_id, id: webhook_id } = webhook;
    return notifyAfterCommit(commit({ changes, conditions: [] }, undefined), {
      kind: 'endpoint',
      tenant_id,
      webhook_id,
    });
  },
);
