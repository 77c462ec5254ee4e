import { showDelivery } from '../../contract/deliveries/delivery.ts';
import { listDeliveries } from '../../contract/deliveries/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOfDeliveries } from '../../store/deliveries/list.ts';

export const handler = listing(listDeliveries, async ({ caller, query, db, range, answerPage }) =>
  answerPage(await pageOfDeliveries(db, caller.tenant_id, query, range('delivery')), showDelivery),
);
