import { showDeliveryWithAttempts } from '../../contract/deliveries/delivery.ts';
import { getDelivery } from '../../contract/deliveries/routes.ts';
import { httpHandler } from '../../http/handler.ts';
import { readDeliveryWithAttempts } from '../../store/deliveries/deliveries.ts';
import { webhookOfDelivery } from '../../store/webhooks/webhooks.ts';

export const handler = httpHandler(getDelivery, {}, async ({ caller, params, db, respond }) => {
  const found = await readDeliveryWithAttempts(db, caller.tenant_id, params.delivery_id);
  return respond(showDeliveryWithAttempts(found, await webhookOfDelivery(db, found.delivery)));
});
