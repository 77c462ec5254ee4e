import type { Delivery } from '../../domain/deliveries/delivery.ts';
import type { Database } from '../database.ts';
import { keys } from '../table.ts';
import { isSuspended, webhookOf } from '../webhooks/webhooks.ts';
import { toldEvent } from './list.ts';

/**
 * What an attempt needs to know besides its delivery: where to, what, and whether it may. One round trip,
 * and another where a cheap read does not find the event yet.
 */
export const findSending = async (db: Database, { tenant_id, webhook_id, event_id }: Delivery) => {
  const told = keys.event(tenant_id, event_id);
  const wanted = [keys.webhook(tenant_id, webhook_id), keys.tenant(tenant_id), told];
  const [webhook, owner, late] = await db.batch(wanted, ['outbox']);
  const event = await toldEvent(db, told, late);
  return { webhook: webhookOf(webhook), suspended: isSuspended(owner), event };
};
