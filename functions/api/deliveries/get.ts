import { showDeliveryWithAttempts } from '../../contract/deliveries/delivery.ts';
import { getDelivery } from '../../contract/deliveries/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readDeliveryWithAttempts } from '../../store/deliveries/deliveries.ts';

export const handler = endpoint(getDelivery, async ({ caller, params, db, answer }) => {
  const { delivery, attempts } = await readDeliveryWithAttempts(db, caller.tenant_id, params.delivery_id);
  return answer(showDeliveryWithAttempts(delivery, attempts));
});
