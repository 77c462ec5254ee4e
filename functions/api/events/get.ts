import { showDeliveryWithAttempts } from '../../contract/deliveries/delivery.ts';
import { showEvent } from '../../contract/events/event.ts';
import { getEvent } from '../../contract/events/routes.ts';
import { httpHandler } from '../../http/handler.ts';
import { readDeliveryWithAttempts } from '../../store/deliveries/deliveries.ts';
import { deliveriesOfEvent } from '../../store/deliveries/list.ts';
import { readEvent } from '../../store/events/list.ts';
import { shownBytesMax } from '../../store/list.ts';
import { webhooksOfDeliveries } from '../../store/webhooks/webhooks.ts';

export const handler = httpHandler(getEvent, {}, async ({ caller, params, db, respond }) => {
  const event = await readEvent(db, caller.tenant_id, params.event_id);
  const found = await deliveriesOfEvent(db, caller.tenant_id, event.event_id);
  const [webhookOf, ...histories] = await Promise.all([
    webhooksOfDeliveries(db, caller.tenant_id, found),
    ...found.map(({ id }) => readDeliveryWithAttempts(db, caller.tenant_id, id, shownBytesMax / found.length)),
  ]);
  const deliveries = histories.map((one) => showDeliveryWithAttempts(one, webhookOf(one.delivery)));
  return respond({ ...showEvent(event), deliveries });
});
