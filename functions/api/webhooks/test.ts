import { showDelivery } from '../../contract/deliveries/delivery.ts';
import { eventExample } from '../../contract/events/example.ts';
import { testWebhook } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { webhookNotAllowed } from '../../domain/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { hurrier } from '../../ports/delivery-queue/hurry.ts';
import { saveDelivery } from '../../store/deliveries/deliveries.ts';
import { makeDelivery } from '../../store/deliveries/new-delivery.ts';
import { readWebhook, webhookFacts } from '../../store/webhooks/webhooks.ts';

const hurry = hurrier();
const waitDivisor = Number(process.env.WAIT_DIVISOR);

export const handler = endpoint(testWebhook, async ({ caller, params, body, now, newId, db, commit }) => {
  const { webhook, health } = await readWebhook(db, caller.tenant_id, params.webhook_id);
  if (webhook.status === 'disabled') throw webhookNotAllowed(webhook);
  const id = newId('event');
  const type = body.event_type;
  const delivery = makeDelivery({ event_id: id, type }, webhook, 'test', { now, waitDivisor });
  const shown = showWebhook(webhook, health, now);
  const answer = await commit(showDelivery(delivery), {
    writes: [saveDelivery(delivery)],
    facts: webhookFacts(delivery),
    events: [{ id, type, shown, customer_id: null, data: eventExample(type), audience: 'one webhook' }],
  });
  await hurry({ tenant_id: caller.tenant_id, delivery_id: delivery.id, webhook_id: webhook.id, attempts_made: 0 });
  return answer;
});
