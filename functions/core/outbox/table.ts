import { ApiError } from '../api-error.ts';
import type { Database, Item, Partition } from '../dynamodb/client.ts';
import { type ItemKey, itemExpiresAt, keys, partitions } from '../dynamodb/keys.ts';
import {
  type FilterBy,
  indexedPage,
  listPage,
  type Page,
  type PageRequest,
  withinBytes,
} from '../dynamodb/list.ts';
import { notScheduled, scheduleFields } from '../dynamodb/scheduled-work.ts';
import { exists, isNew, type SingleWrite, type Write } from '../dynamodb/writes.ts';
import { firstIdAt } from '../new-id.ts';
import { eventContent, eventOf } from './content-table.ts';
import type { Causation, EventNotice, StoredEvent } from './model.ts';

/** The maximum size of the body of an event, in bytes of UTF-8. */
const bodyBytesMax = 64 * 1024;

/** A new event of one resource. */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly environment: string;
  readonly tenant_id: string;
  readonly customer_id: string | null;
  readonly resource: { readonly id: string; readonly object: string };
  /** The resource's version after the change: raised by one with each event. */
  readonly sequence: number;
  /** The resource at that version, as GET returns it. */
  readonly data: object;
  /** The old values of what changed; null but on updates. */
  readonly previous: object | null;
  readonly causation: Causation;
};

/**
 * Appends an event, scheduled until its fan-out confirms it. The stored body is exactly what will be signed. An event for
 * one webhook is a test: its body says so, and it has no fan-out.
 */
export const appendEvent = (
  event: NewEvent,
  audience: 'everybody' | 'one webhook' = 'everybody',
): Write => {
  const { id, type, created_at, environment, tenant_id, sequence, data, previous } = event;
  const test = audience === 'one webhook' ? { test: true } : {};
  const envelope = { id, type, timestamp: created_at, sequence, environment, tenant_id, ...test };
  const body = JSON.stringify({ ...envelope, data, previous });
  if (Buffer.byteLength(body) > bodyBytesMax)
    throw new Error(`event ${type} is larger than ${bodyBytesMax} bytes`);
  const key = keys.event(tenant_id, id);
  const { customer_id, resource, causation } = event;
  const item = {
    event_id: id,
    type,
    created_at,
    content: eventContent({
      event_id: id,
      type,
      created_at,
      tenant_id,
      customer_id,
      resource,
      sequence,
      causation,
      body,
    }),
    tenant_key: partitions.eventsOfTenant(tenant_id),
    type_key: partitions.eventsOfType(tenant_id, type),
    resource_key: partitions.eventsOf(tenant_id, resource.id),
    // The customer's own events are already in by_resource.
    ...(customer_id &&
      customer_id !== resource.id && { customer_key: partitions.eventsOf(tenant_id, customer_id) }),
    ...(audience === 'everybody' && scheduleFields(key, id, created_at)),
    expires_at_s: itemExpiresAt('eventsDays', created_at),
  };
  return { kind: 'put', key, item, when: isNew };
};

/** Confirms that every delivery of an event has been made. */
export const confirmDispatch = (tenant: string, eventId: string): SingleWrite => ({
  kind: 'set',
  key: keys.event(tenant, eventId),
  values: notScheduled,
  when: exists,
});

export type EventFilter = FilterBy<StoredEvent, 'type' | 'customer_id'> & {
  readonly resource_id?: string | undefined;
};

/** The event, or the error. */
export const readEvent = async (db: Database, tenant: string, id: string): Promise<StoredEvent> => {
  const event = await findEvent(db, tenant, id);
  if (!event) throw new ApiError('event_not_found');
  return event;
};

/** The event, if it is still kept. */
export const findEvent = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<StoredEvent | undefined> => {
  const item = await db.get(keys.event(tenant, id));
  return item && eventOf(item);
};

/**
 * The items of the events of these notices, if they are still kept, by an eventually consistent read if that finds them. Each
 * is read as an event where it is used: one that cannot be read concerns nobody else.
 */
export const findNoticedEvents = async (
  db: Database,
  of: readonly Pick<EventNotice, 'tenant_id' | 'event_id'>[],
): Promise<(Item | undefined)[]> => {
  const wanted = of.map(({ tenant_id, event_id }) => keys.event(tenant_id, event_id));
  return foundItems(db, wanted, await db.batch(wanted, ['outbox']));
};

/** Events never change, so only those that the eventually consistent read did not find are read again. */
const foundItems = async (
  db: Database,
  wanted: readonly ItemKey[],
  late: readonly (Item | undefined)[],
): Promise<(Item | undefined)[]> => {
  const again = await db.batch(wanted.filter((_, position) => !late[position]));
  return wanted.map((_, position) => late[position] ?? again.shift());
};

/** The event of a key that an eventually consistent read has found, or not. */
export const foundEvent = async (
  db: Database,
  wanted: ItemKey,
  late: Item | undefined,
): Promise<StoredEvent | undefined> => {
  const [item] = await foundItems(db, [wanted], [late]);
  return item && eventOf(item);
};

/** One page of the events of a business that match a filter, newest first. */
export const pageOfEvents = async (
  db: Database,
  tenant: string,
  filter: EventFilter,
  wanted: PageRequest,
): Promise<Page<StoredEvent>> => {
  const { customer_id } = filter;
  const keyOf = ({ event_id }: Item) => keys.event(tenant, String(event_id));
  const fits = (event: StoredEvent) =>
    customer_id === undefined || event.customer_id === customer_id;
  const page = await indexedPage(
    db,
    { ...partitionsOf(tenant, filter), keyOf, read: eventOf, fits },
    wanted,
  );
  const shown = withinBytes(page.items, ({ body }) => Buffer.byteLength(body));
  const last = shown.at(-1);
  return shown.length < page.items.length && last ? { items: shown, next: last.event_id } : page;
};

/** How many events are read at once. */
const batch_size = 100;

/** A page of the ids and types of the events in a time, newest first, from the index. */
export const typesOfEvents = async (
  db: Database,
  tenant: string,
  {
    since,
    until,
    below = firstIdAt('event', new Date(until)),
  }: Readonly<Record<'since' | 'until', string>> & { readonly below?: string | undefined },
) => {
  const place = {
    table: 'outbox',
    index: 'by_tenant',
    partition: partitions.eventsOfTenant(tenant),
  } as const;
  const from = firstIdAt('event', new Date(since));
  const { items, next } = await listPage(db, place, { from, below, limit: batch_size });
  return {
    items: items.map(({ event_id, type }) => ({ event_id: String(event_id), type: String(type) })),
    next,
  };
};

/** These events, as far as they are still kept. */
export const eventsAt = async (
  db: Database,
  tenant: string,
  of: readonly { readonly event_id: string }[],
) => {
  const items =
    of.length > 0 ? await db.batch(of.map(({ event_id }) => keys.event(tenant, event_id))) : [];
  return items.flatMap((item) => (item ? [eventOf(item)] : []));
};

const partitionsOf = (tenant: string, { type, resource_id, customer_id }: EventFilter) => {
  const table = 'outbox';
  const filter = type === undefined ? undefined : { type };
  if (resource_id !== undefined)
    return {
      partitions: {
        table,
        index: 'by_resource',
        partition: partitions.eventsOf(tenant, resource_id),
      },
      filter,
    } as const;
  if (customer_id !== undefined) {
    const partition = partitions.eventsOf(tenant, customer_id);
    const indexes = ['by_customer', 'by_resource'];
    return {
      partitions: indexes.map((index): Partition => ({ table, index, partition })),
      filter,
    } as const;
  }
  if (type !== undefined)
    return {
      partitions: { table, index: 'by_type', partition: partitions.eventsOfType(tenant, type) },
    } as const;
  return {
    partitions: { table, index: 'by_tenant', partition: partitions.eventsOfTenant(tenant) },
  } as const;
};
