import { ApiError } from '../../domain/api-error.ts';
import type { EventNotice, StoredEvent } from '../../domain/events/event.ts';
import type { Database, Item } from '../database.ts';
import { indexedPage, listPage, type Page, type Wanted, withinBytes } from '../list.ts';
import { firstIdAt } from '../new-id.ts';
import { type ItemKey, keys, partitions } from '../table.ts';

export type EventFilter = {
  readonly type?: string | undefined;
  readonly resource_id?: string | undefined;
  readonly customer_id?: string | undefined;
};

/** The event, or the refusal. */
export const readEvent = async (db: Database, tenant: string, id: string): Promise<StoredEvent> => {
  const event = await findEvent(db, tenant, id);
  if (!event) throw new ApiError('event_not_found');
  return event;
};

/** The event, if it is still kept. */
export const findEvent = async (db: Database, tenant: string, id: string): Promise<StoredEvent | undefined> => {
  const item = await db.get(keys.event(tenant, id));
  return item && eventOf(item);
};

/** The event, if it is still kept, by a cheap read where that finds it. */
export const findToldEvent = async (db: Database, tenant: string, id: string): Promise<StoredEvent | undefined> => {
  const key = keys.event(tenant, id);
  const [late] = await db.batch([key], ['outbox']);
  return toldEvent(db, key, late);
};

/** The event that a cheap read found. It does not change, so only one that was not found is looked for again. */
export const toldEvent = async (
  db: Database,
  key: ItemKey,
  late: Item | undefined,
): Promise<StoredEvent | undefined> => {
  const [item] = late ? [late] : await db.batch([key]);
  return item && eventOf(item);
};

/** One page of the tenant's events that fit a filter, newest first: the index says which, the log says what. */
export const pageOfEvents = async (
  db: Database,
  tenant: string,
  filter: EventFilter,
  wanted: Wanted,
): Promise<Page<StoredEvent>> => {
  const { customer_id } = filter;
  const keyOf = ({ event_id }: Item) => keys.event(tenant, String(event_id));
  const fits = (event: StoredEvent) => customer_id === undefined || event.customer_id === customer_id;
  const page = await indexedPage(db, { ...placesOf(tenant, filter), keyOf, read: eventOf, fits }, wanted);
  const shown = withinBytes(page.items, ({ body }) => Buffer.byteLength(body));
  const last = shown.at(-1);
  return shown.length < page.items.length && last ? { items: shown, next: last.event_id } : page;
};

/** So many events are looked at together. */
const lookedAtTogether = 100;

/** A page of the ids and types of a tenant's events of a time, newest first, as their index has them. */
export const typesOfEvents = async (
  db: Database,
  tenant: string,
  {
    since,
    until,
    below = firstIdAt('event', new Date(until)),
  }: Readonly<Record<'since' | 'until', string>> & { readonly below?: string | undefined },
) => {
  const place = { table: 'outbox', index: 'by_tenant', partition: partitions.eventsOfTenant(tenant) } as const;
  const from = firstIdAt('event', new Date(since));
  const { items, next } = await listPage(db, place, { from, below, limit: lookedAtTogether });
  return { items: items.map(({ event_id, type }) => ({ event_id: String(event_id), type: String(type) })), next };
};

/** These events, as far as they are still kept. */
export const eventsAt = async (db: Database, tenant: string, of: readonly { readonly event_id: string }[]) => {
  const items = of.length > 0 ? await db.batch(of.map(({ event_id }) => keys.event(tenant, event_id))) : [];
  return items.flatMap((item) => (item ? [eventOf(item)] : []));
};

const placesOf = (tenant: string, { type, resource_id, customer_id }: EventFilter) => {
  const table = 'outbox';
  const filter = type === undefined ? undefined : { type };
  if (resource_id !== undefined)
    return {
      places: { table, index: 'by_resource', partition: partitions.eventsOf(tenant, resource_id) },
      filter,
    } as const;
  if (customer_id !== undefined)
    return {
      places: { table, index: 'by_customer', partition: partitions.eventsOf(tenant, customer_id) },
      filter,
    } as const;
  if (type !== undefined)
    return { places: { table, index: 'by_type', partition: partitions.eventsOfType(tenant, type) } } as const;
  return { places: { table, index: 'by_tenant', partition: partitions.eventsOfTenant(tenant) } } as const;
};

/** The event as stored, without its keys and what only dispatch needs. */
export const eventOf = (item: Item): StoredEvent => {
  const {
    pk,
    tenant_key,
    type_key,
    resource_key,
    customer_key,
    due_at,
    due_shard,
    sweeps,
    undispatched,
    republish_after,
    expires_at_s,
    ...event
  } = item;
  return event as StoredEvent;
};

/** What the bus is told of an event. */
export const noticeOf = ({ event_id, tenant_id, type, resource, created_at }: StoredEvent): EventNotice => ({
  event_id,
  tenant_id,
  type,
  resource_id: resource.id,
  created_at,
});
