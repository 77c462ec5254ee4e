import { showDelivery } from '../../contract/deliveries/delivery.ts';
import { listDeliveries } from '../../contract/deliveries/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfDeliveries } from '../../store/deliveries/list.ts';
import { webhooksOfDeliveries } from '../../store/webhooks/webhooks.ts';

export const handler = listing(listDeliveries, async ({ caller, query, db, range, answerPage }) => {
  const page = await pageOfDeliveries(db, caller.tenant_id, query, range('delivery'));
  const webhookOf = await webhooksOfDeliveries(db, caller.tenant_id, page.items);
  return answerPage(page, (one) => showDelivery(one, webhookOf(one)));
});
