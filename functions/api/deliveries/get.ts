import { getDelivery } from '../../contract/deliveries.ts';
import { showDeliveryWithAttempts } from '../../contract/delivery.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readDeliveryWithAttempts } from '../../store/delivery-store.ts';

export const handler = endpoint(getDelivery, async ({ caller, params, db, answer }) => {
  const { delivery, attempts } = await readDeliveryWithAttempts(db, caller.tenant_id, params.delivery_id);
  return answer(showDeliveryWithAttempts(delivery, attempts));
});
