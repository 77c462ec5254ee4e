import { showDelivery } from '../../contract/deliveries/delivery.ts';
import { testWebhook } from '../../contract/deliveries/routes.ts';
import { eventExample } from '../../contract/events/example.ts';
import { webhookNotAllowed } from '../../domain/webhooks/webhook.ts';
import { httpHandler } from '../../http/handler.ts';
import { idempotent } from '../../http/idempotency.ts';
import { wakeAfterCommit } from '../../ports/delivery-queue/wake-after.ts';
import { systemClock } from '../../runtime/clock.ts';
import { readDelivery } from '../../store/deliveries/deliveries.ts';
import { makeDelivery } from '../../store/deliveries/new-delivery.ts';
import { readWebhook, webhookFacts, webhookOfDelivery } from '../../store/webhooks/webhooks.ts';
import { delivery } from '../../unit-of-work/deliveries.ts';
import { testEvent } from '../../unit-of-work/webhooks.ts';

const wakeAfter = wakeAfterCommit();
const { waitDivisor } = systemClock();

export const handler = httpHandler(
  testWebhook,
  {
    idempotent,
    refresh: async ({ caller, db }, id) => {
      const read = await readDelivery(db, caller.tenant_id, id);
      return showDelivery(read, await webhookOfDelivery(db, read));
    },
  },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { webhook } = await readWebhook(db, caller.tenant_id, params.webhook_id);
    if (webhook.status === 'disabled') throw webhookNotAllowed(webhook);
    const { event_type: type } = body;
    const id = newId('event');
    const after = makeDelivery({ event_id: id, type }, webhook, 'test', { now, waitDivisor });
    const event = testEvent(webhook, { id, type, data: eventExample(type) });
    const due = { tenant_id: caller.tenant_id, delivery_id: after.id, webhook_id: webhook.id, attempts_made: 0 };
    return wakeAfter(commit({ changes: [delivery({ after }, webhook), event], facts: webhookFacts(after) }), due);
  },
);
