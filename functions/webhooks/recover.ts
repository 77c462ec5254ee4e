import { randomUUID } from 'node:crypto';
import { notifyAfterCommit } from '../deliveries/notify.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { recovery } from '../recoveries/changes.ts';
import { newRecovery } from '../recoveries/model.ts';
import { recoverWebhook } from '../recoveries/routes.ts';
import { webhookNotAllowed } from './model.ts';
import { readWebhook, webhookConditions } from './table.ts';

export const handler = httpHandler(
  recoverWebhook,
  { idempotent },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id } = caller;
    const { webhook } = await readWebhook(db, tenant_id, params.webhook_id);
    if (webhook.status === 'disabled') throw webhookNotAllowed(webhook);
    const { event_types = null, ...options } = body;
    // Nothing later than now can have been missed.
    const since = new Date(Math.min(Math.max(0, Date.parse(body.since)), now.getTime())).toISOString();
    const of = { tenant_id, webhook_id: webhook.id };
    const started = newRecovery(
      { ...options, since, event_types },
      { ...of, id: newId('recovery'), token: randomUUID(), now },
    );
    const committed = commit({ changes: [recovery(started)], conditions: webhookConditions(of) });
    return notifyAfterCommit(committed, { kind: 'recovery', ...of, recovery_id: started.after.id });
  },
);
