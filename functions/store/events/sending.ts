import type { Delivery } from '../../domain/deliveries/delivery.ts';
import type { Database } from '../database.ts';
import { keys } from '../table.ts';
import { isSuspended, webhookOf } from '../webhooks/webhooks.ts';
import { eventOf } from './list.ts';

/**
 * What an attempt needs to know besides its delivery: where to, what, and whether it may. One round trip: an event does not
 * change, so only one that a cheap read does not find is looked for again.
 */
export const findSending = async (db: Database, { tenant_id, webhook_id, event_id }: Delivery) => {
  const wanted = [keys.webhook(tenant_id, webhook_id), keys.tenant(tenant_id), keys.event(tenant_id, event_id)];
  const [webhook, owner, found] = await db.batch(wanted, ['outbox']);
  const [event] = found ? [found] : await db.batch([keys.event(tenant_id, event_id)]);
  return { webhook: webhookOf(webhook), suspended: isSuspended(owner), event: event && eventOf(event) };
};
