import type { Write } from '../../functions/store/change.ts';
import { saveDelivery } from '../../functions/store/deliveries/deliveries.ts';
import { makeDelivery } from '../../functions/store/deliveries/new-delivery.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { type Appended, anAppendedEvent } from './some-events.ts';
import { aStoredWebhook } from './some-webhooks.ts';

/** An event of a business at a moment, which waits for its fan-out. */
export const anEventAt = (tenant_id: string, at: Date): Appended =>
  anAppendedEvent({ id: idsAt(at)('event'), tenant_id, created_at: at.toISOString() });

/** The same when its fan-out is done. */
export const fannedOut = ({ item: { due_at, due_shard, ...item }, ...event }: Appended): Appended => ({
  ...event,
  item,
});

/** The delivery of an event that its endpoint never took, from the first to the last attempt. */
export const failedDelivery = ({ item }: Appended, of: { readonly id: string; readonly tenant_id: string }): Write => {
  const event = { event_id: String(item.event_id), type: String(item.type) };
  const now = new Date(String(item.created_at));
  const made = makeDelivery(event, aStoredWebhook(of), 'automatic', { now, waitDivisor: 1 });
  const over = { next_attempt_at: null, due_at: null, completed_at: now.toISOString() };
  return saveDelivery({ ...made, ...over, status: 'failed', attempts_made: 11, schedule_step: 11 });
};
