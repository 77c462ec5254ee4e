import { showDelivery } from '../../contract/deliveries/delivery.ts';
import { listDeliveries } from '../../contract/deliveries/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOfDeliveries } from '../../store/deliveries/list.ts';
import { webhooksOfDeliveries } from '../../store/webhooks/webhooks.ts';

export const handler = httpHandler(listDeliveries, { paged }, async ({ caller, query, db, range, respondPage }) => {
  const page = await pageOfDeliveries(db, caller.tenant_id, query, range('delivery'));
  const webhookOf = await webhooksOfDeliveries(db, caller.tenant_id, page.items);
  return respondPage(page, (one) => showDelivery(one, webhookOf(one)));
});
