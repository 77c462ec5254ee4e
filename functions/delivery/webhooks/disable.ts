import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { notifyAfterCommit } from '../deliveries/notify.ts';
import { toWebhookResource, webhookAndHealth } from './changes.ts';
import { withProbesStopped } from './health.ts';
import { reconcileNow } from './health-table.ts';
import { actOnWebhook } from './model.ts';
import { disableWebhook } from './routes.ts';
import { readWebhook } from './table.ts';

export const handler = httpHandler(
  disableWebhook,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) =>
      toWebhookResource(await readWebhook(db, caller.tenant_id, id), now),
  },
  async ({ caller, params, body, now, db, ifMatch, commit }) => {
    const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
    ifMatch(webhook);
    const disabled = actOnWebhook(webhook, 'disable', body.reason ?? null, now);
    const changes = webhookAndHealth(
      disabled,
      reconcileNow({ ...health, ...withProbesStopped(health, now) }, now),
      now,
    );
    const { tenant_id, id: webhook_id } = webhook;
    return notifyAfterCommit(commit({ changes, conditions: [] }), {
      kind: 'endpoint',
      tenant_id,
      webhook_id,
    });
  },
);
