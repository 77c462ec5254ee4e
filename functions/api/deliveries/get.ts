import { showDeliveryWithAttempts } from '../../contract/deliveries/delivery.ts';
import { getDelivery } from '../../contract/deliveries/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readDeliveryWithAttempts } from '../../store/deliveries/deliveries.ts';
import { webhookOfDelivery } from '../../store/webhooks/webhooks.ts';

export const handler = endpoint(getDelivery, async ({ caller, params, db, answer }) => {
  const found = await readDeliveryWithAttempts(db, caller.tenant_id, params.delivery_id);
  return answer(showDeliveryWithAttempts(found, await webhookOfDelivery(db, found.delivery)));
});
