import { randomUUID } from 'node:crypto';
import { recoverWebhook } from '../../contract/deliveries/recovery-routes.ts';
import { newRecovery } from '../../domain/deliveries/recovery.ts';
import { webhookNotAllowed } from '../../domain/webhooks/webhook.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { wakeAfterCommit } from '../../ports/delivery-queue/wake-after.ts';
import { readWebhook, webhookFacts } from '../../store/webhooks/webhooks.ts';
import { recovery } from '../../unit-of-work/recoveries.ts';

const wakeAfter = wakeAfterCommit();

export const handler = httpHandler(
  recoverWebhook,
  { idempotent },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id } = caller;
    const { webhook } = await readWebhook(db, tenant_id, params.webhook_id);
    if (webhook.status === 'disabled') throw webhookNotAllowed(webhook);
    const { event_types = null, ...asked } = body;
    // What is to come cannot have been missed.
    const since = new Date(Math.min(Math.max(0, Date.parse(body.since)), now.getTime())).toISOString();
    const of = { tenant_id, webhook_id: webhook.id };
    const made = newRecovery(
      { ...asked, since, event_types },
      { ...of, id: newId('recovery'), token: randomUUID(), now },
    );
    const committed = commit({ changes: [recovery(made)], facts: webhookFacts(of) });
    return wakeAfter(committed, { ...of, recovery_id: made.after.id });
  },
);
