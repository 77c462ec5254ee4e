import { randomUUID } from 'node:crypto';
import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { notifyAfterCommit } from '../deliveries/notify.ts';
import { notificationDelay } from '../deliveries/schedule.ts';
import { recovery } from '../recoveries/changes.ts';
import { newRecovery } from '../recoveries/model.ts';
import { readWebhookAndRunning, reserveRecovery } from '../recoveries/table.ts';
import { recoverWebhook } from './delivery-routes.ts';
import { webhookNotAllowed } from './model.ts';
import { webhookConditions } from './table.ts';

const durations = durationsFrom(process.env);

export const handler = httpHandler(
  recoverWebhook,
  { idempotent },
  async ({ caller, params, body, now, newId, db, ifMatch, commit }) => {
    const { tenant_id } = caller;
    const { webhook, running } = await readWebhookAndRunning(db, tenant_id, params.webhook_id);
    ifMatch(webhook);
    if (webhook.status === 'disabled') throw webhookNotAllowed(webhook);
    const { event_types = null, ...options } = body;
    // Nothing later than now can have been missed.
    const since = new Date(
      Math.min(Math.max(0, Date.parse(body.since)), now.getTime()),
    ).toISOString();
    const of = { tenant_id, webhook_id: webhook.id };
    const making = { ...of, id: newId('recovery'), token: randomUUID(), now, durations };
    const started = newRecovery({ ...options, since, event_types }, making);
    const changes = [recovery(started), reserveRecovery(running, started.after)] as const;
    const committed = commit({ changes, conditions: webhookConditions(of) });
    const message = { kind: 'recovery', ...of, recovery_id: started.after.id } as const;
    return notifyAfterCommit(
      committed,
      message,
      notificationDelay(started.after.scheduled_at, now) ?? 0,
    );
  },
);
