import type { EventNotice, StoredEvent } from '../../domain/events/event.ts';
import type { Database } from '../database.ts';
import { firstIdAt } from '../new-id.ts';
import { type ItemKey, shardNames } from '../table.ts';
import { eventOf } from './list.ts';

/** So many unconfirmed events are looked at in a shard in one sweep, oldest first. */
const unconfirmedPerShardMax = 100;

/** Events made before a moment that no fan-out has confirmed, and that may be put on the bus again at `now`. */
export const unconfirmedEvents = async (db: Database, madeBefore: Date, now: Date): Promise<StoredEvent[]> => {
  const below = firstIdAt('event', madeBefore);
  const range = {
    table: 'outbox',
    index: 'undispatched',
    below,
    order: 'ascending',
    limit: unconfirmedPerShardMax,
  } as const;
  const events: StoredEvent[] = [];
  for (const partition of shardNames) {
    const { items } = await db.query({ ...range, partition });
    const keys = items.map(({ pk }): ItemKey => ({ table: 'outbox', pk: String(pk) }));
    const found = keys.length > 0 ? await db.batch(keys) : [];
    const waiting = found.filter(
      (item) => item?.undispatched !== undefined && String(item.republish_after ?? '') < now.toISOString(),
    );
    events.push(...waiting.filter((item) => item !== undefined).map(eventOf));
  }
  return events;
};

/** What the bus is told of an event. */
export const noticeOf = ({ event_id, tenant_id, type, resource, created_at }: StoredEvent): EventNotice => ({
  event_id,
  tenant_id,
  type,
  resource_id: resource.id,
  created_at,
});
