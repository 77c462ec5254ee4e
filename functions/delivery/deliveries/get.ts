import { httpHandler } from '../../core/http/handler.ts';
import { webhookOfDelivery } from '../webhooks/table.ts';
import { toDeliveryWithAttempts } from './changes.ts';
import { getDelivery } from './routes.ts';
import { readDeliveryWithAttempts } from './table.ts';

export const handler = httpHandler(getDelivery, {}, async ({ caller, params, db, respond }) => {
  const found = await readDeliveryWithAttempts(db, caller.tenant_id, params.delivery_id);
  return respond(toDeliveryWithAttempts(found, await webhookOfDelivery(db, found.delivery)));
});
