import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { webhooksOfDeliveries } from '../webhooks/table.ts';
import { toDeliveryResource } from './changes.ts';
import { pageOfDeliveries } from './list-table.ts';
import { listDeliveries } from './routes.ts';

export const handler = httpHandler(
  listDeliveries,
  { paged },
  async ({ caller, query, db, range, respondPage }) => {
    const page = await pageOfDeliveries(db, caller.tenant_id, query, range('delivery'));
    const webhookOf = await webhooksOfDeliveries(db, caller.tenant_id, page.items);
    return respondPage(page, (one) => toDeliveryResource(one, webhookOf(one)));
  },
);
