import { page_bytes_max } from '../../core/dynamodb/list.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { readEvent } from '../../core/outbox/table.ts';
import { toDeliveryWithAttempts } from '../deliveries/changes.ts';
import { deliveriesOfEvent } from '../deliveries/list-table.ts';
import { readDeliveryWithAttempts } from '../deliveries/table.ts';
import { webhooksOfDeliveries } from '../webhooks/table.ts';
import { getEvent } from './routes.ts';
import { toEventResource } from './schema.ts';

export const handler = httpHandler(
  getEvent,
  {},
  async ({ caller, params, db, canSeePart, respond }) => {
    const event = await readEvent(db, caller.tenant_id, params.event_id);
    if (!canSeePart('deliveries')) return respond({ ...toEventResource(event), deliveries: null });
    const found = await deliveriesOfEvent(db, caller.tenant_id, event.event_id);
    const [webhookOf, ...histories] = await Promise.all([
      webhooksOfDeliveries(db, caller.tenant_id, found),
      ...found.map(({ id }) =>
        readDeliveryWithAttempts(db, caller.tenant_id, id, page_bytes_max / found.length),
      ),
    ]);
    const deliveries = histories.map((one) => toDeliveryWithAttempts(one, webhookOf(one.delivery)));
    return respond({ ...toEventResource(event), deliveries });
  },
);
