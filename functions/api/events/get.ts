import { showDeliveryWithAttempts } from '../../contract/delivery.ts';
import { showEvent } from '../../contract/event.ts';
import { getEvent } from '../../contract/events.ts';
import { endpoint } from '../../http/endpoint.ts';
import { deliveriesOfEvent } from '../../store/delivery-list.ts';
import { readDeliveryWithAttempts } from '../../store/delivery-store.ts';
import { readEvent } from '../../store/event-list.ts';

export const handler = endpoint(getEvent, async ({ caller, params, db, answer }) => {
  const event = await readEvent(db, caller.tenant_id, params.event_id);
  const found = await deliveriesOfEvent(db, caller.tenant_id, event.event_id);
  const histories = await Promise.all(found.map(({ id }) => readDeliveryWithAttempts(db, caller.tenant_id, id)));
  const deliveries = histories.map(({ delivery, attempts }) => showDeliveryWithAttempts(delivery, attempts));
  return answer({ ...showEvent(event), deliveries });
});
