import { showDeliveryWithAttempts } from '../../contract/deliveries/delivery.ts';
import { showEvent } from '../../contract/events/event.ts';
import { getEvent } from '../../contract/events/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { readDeliveryWithAttempts } from '../../store/deliveries/deliveries.ts';
import { deliveriesOfEvent } from '../../store/deliveries/list.ts';
import { readEvent } from '../../store/events/list.ts';

export const handler = endpoint(getEvent, async ({ caller, params, db, answer }) => {
  const event = await readEvent(db, caller.tenant_id, params.event_id);
  const found = await deliveriesOfEvent(db, caller.tenant_id, event.event_id);
  const histories = await Promise.all(found.map(({ id }) => readDeliveryWithAttempts(db, caller.tenant_id, id)));
  const deliveries = histories.map(({ delivery, attempts }) => showDeliveryWithAttempts(delivery, attempts));
  return answer({ ...showEvent(event), deliveries });
});
