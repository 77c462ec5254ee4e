import type { Database, Item, Partition } from '../../core/dynamodb/client.ts';
import { keys, partitions } from '../../core/dynamodb/keys.ts';
import {
  type Filter,
  type FilterBy,
  indexedPage,
  listPage,
  type Page,
  type PageRequest,
} from '../../core/dynamodb/list.ts';
import { readEach, type UnreadableItem } from '../../core/dynamodb/stored-form.ts';
import type { Delivery } from './model.ts';
import { type DeliveryStatus, deliveryStatuses, isUndelivered } from './states.ts';
import { deliveryOf } from './table.ts';

export type DeliveryFilter = FilterBy<Delivery, 'webhook_id' | 'event_id' | 'event_type'> & {
  /** A status, or `undelivered`. */
  readonly status?: string | undefined;
};

/**
 * One page of the deliveries of a business that match a filter, newest first. The index lists them, the table has their
 * content: an index with more than the status would be rewritten with every attempt.
 */
export const pageOfDeliveries = (
  db: Database,
  tenant: string,
  filter: DeliveryFilter,
  wanted: PageRequest,
): Promise<Page<Delivery>> =>
  indexedPage(
    db,
    { ...partitionsOf(tenant, filter), keyOf: keyOf(tenant), read: deliveryOf, fits: fits(filter) },
    wanted,
  );

/** The deliveries of an event, oldest first: one per webhook or test, so there are never many. */
export const deliveriesOfEvent = async (
  db: Database,
  tenant: string,
  eventId: string,
): Promise<Delivery[]> => {
  const partition = partitions.deliveriesOf(tenant, eventId);
  const { items } = await db.query({
    table,
    index: 'by_event',
    partition,
    limit: deliveriesOfEventMax,
  });
  return (await bodies(db, tenant, items)).map(deliveryOf).toReversed();
};

/** How many change in one transaction. */
const batch_size = 20;

/** A page of deliveries, and the errors of those that are unreadable: they do not stop the others. */
export type OpenDeliveries = Page<Delivery> & { readonly unreadable: readonly UnreadableItem[] };

/** A page of the deliveries of a webhook in these statuses, read consistently; the index lists candidates. */
export const deliveriesOfWebhookIn = async (
  db: Database,
  { tenant_id, webhook_id }: Pick<Delivery, 'tenant_id' | 'webhook_id'>,
  statuses: readonly DeliveryStatus[],
  below: string | undefined,
): Promise<OpenDeliveries> => {
  const wanted = { limit: batch_size, below };
  const { items, next } = await listPage(db, inStatuses(tenant_id, statuses), wanted, {
    webhook_id,
  });
  const { readable, unreadable } = readEach(await bodies(db, tenant_id, items), deliveryOf);
  return { items: readable, unreadable, next };
};

/** A page of the paused deliveries of a webhook after one of them, oldest first, read consistently. */
export const pausedDeliveriesOf = async (
  db: Database,
  { tenant_id, webhook_id }: Pick<Delivery, 'tenant_id' | 'webhook_id'>,
  after: string | undefined,
  limit = batch_size,
): Promise<OpenDeliveries> => {
  const place = {
    table,
    index: 'paused',
    partition: partitions.deliveriesOf(tenant_id, webhook_id),
  } as const;
  // A range includes its start.
  const { items, last } = await db.query({
    ...place,
    from: after,
    order: 'ascending',
    limit: after ? limit + 1 : limit,
  });
  const behind = items.filter(({ id }) => id !== after);
  const { readable, unreadable } = readEach(await bodies(db, tenant_id, behind), deliveryOf);
  return {
    items: readable.filter(({ status }) => status === 'paused'),
    unreadable,
    next: last ?? null,
  };
};

/** An event goes to at most 16 webhooks; those created later do not get it. */
const deliveriesOfEventMax = 100;

const table = 'deliveries';

/** The partitions of the undelivered deliveries of a business. */
export const undeliveredPlaces = (tenant: string) => inStatuses(tenant, undelivered);

const undelivered = deliveryStatuses.filter(isUndelivered);

const inStatuses = (tenant: string, statuses: readonly string[]): Partition[] =>
  statuses.map((status) => ({
    table,
    index: 'by_status',
    partition: partitions.deliveriesIn(tenant, status),
  }));

/** The narrowest index with everything that a filter can match, and the filter for it. */
const partitionsOf = (
  tenant: string,
  { webhook_id, event_id, event_type, status }: DeliveryFilter,
) => {
  const filter = event_type === undefined ? {} : { event_type };
  if (event_id !== undefined)
    return { partitions: partitionOf('by_event', tenant, event_id), filter: unlessEmpty(filter) };
  if (status !== undefined) {
    const statuses = status === 'undelivered' ? undelivered : [status];
    const both = { ...filter, ...(webhook_id !== undefined && { webhook_id }) };
    return { partitions: inStatuses(tenant, statuses), filter: unlessEmpty(both) };
  }
  if (webhook_id !== undefined)
    return {
      partitions: partitionOf('by_webhook', tenant, webhook_id),
      filter: unlessEmpty(filter),
    };
  const all: Partition = {
    table,
    index: 'by_tenant',
    partition: partitions.deliveriesOfTenant(tenant),
  };
  return { partitions: all, filter: unlessEmpty(filter) };
};

const partitionOf = (index: string, tenant: string, id: string): Partition => ({
  table,
  index,
  partition: partitions.deliveriesOf(tenant, id),
});

const unlessEmpty = (filter: Filter) => (Object.keys(filter).length > 0 ? filter : undefined);

const keyOf =
  (tenant: string) =>
  ({ id }: Item) =>
    keys.delivery(tenant, String(id));

const bodies = async (db: Database, tenant: string, entries: readonly Item[]): Promise<Item[]> => {
  const items = entries.length > 0 ? await db.batch(entries.map(keyOf(tenant))) : [];
  return items.filter((item) => item !== undefined);
};

const fits =
  ({ webhook_id, status }: DeliveryFilter) =>
  (delivery: Delivery) =>
    (webhook_id === undefined || delivery.webhook_id === webhook_id) &&
    (status === undefined ||
      delivery.status === status ||
      (status === 'undelivered' && isUndelivered(delivery.status)));
