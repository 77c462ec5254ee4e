import { listDeliveries } from '../../contract/deliveries.ts';
import { showDelivery } from '../../contract/delivery.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfDeliveries } from '../../store/delivery-list.ts';

export const handler = endpoint(listDeliveries, async ({ caller, query, db, wanted, answerPage }) =>
  answerPage(await pageOfDeliveries(db, caller.tenant_id, query, wanted('delivery')), showDelivery),
);
