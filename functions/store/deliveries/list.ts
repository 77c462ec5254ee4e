import type { Delivery } from '../../domain/deliveries/delivery.ts';
import { type DeliveryStatus, deliveryStatuses, isUndelivered } from '../../domain/deliveries/status.ts';
import type { Database, Item, Partition } from '../database.ts';
import { type Filter, indexedPage, listPage, type Page, type Wanted } from '../list.ts';
import { keys, partitions } from '../table.ts';
import { deliveryOf } from './deliveries.ts';

export type DeliveryFilter = {
  readonly webhook_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly event_type?: string | undefined;
  /** A status, or `undelivered` for all that did not arrive. */
  readonly status?: string | undefined;
};

/**
 * One page of the tenant's deliveries that fit a filter, newest first. The index says which, the table says what they are:
 * an index that held more than the status would be rewritten with every attempt.
 */
export const pageOfDeliveries = (
  db: Database,
  tenant: string,
  filter: DeliveryFilter,
  wanted: Wanted,
): Promise<Page<Delivery>> =>
  indexedPage(db, { ...placesOf(tenant, filter), keyOf: keyOf(tenant), read: deliveryOf, fits: fits(filter) }, wanted);

/** The deliveries of an event, oldest first: one per webhook and test, so there are never many. */
export const deliveriesOfEvent = async (db: Database, tenant: string, eventId: string): Promise<Delivery[]> => {
  const partition = partitions.deliveriesOf(tenant, eventId);
  const { items } = await db.query({ table, index: 'by_event', partition, limit: deliveriesOfEventMax });
  return (await bodies(db, tenant, items)).toReversed();
};

/** So many change in one transaction (data.md). */
const changedTogether = 20;

/** A page of a webhook's deliveries in these statuses, read consistently; an index only says which they may be. */
export const deliveriesOfWebhookIn = async (
  db: Database,
  { tenant_id, webhook_id }: Pick<Delivery, 'tenant_id' | 'webhook_id'>,
  statuses: readonly DeliveryStatus[],
  below: string | undefined,
): Promise<Page<Delivery>> => {
  const wanted = { limit: changedTogether, below };
  const { items, next } = await listPage(db, inStatuses(tenant_id, statuses), wanted, { webhook_id });
  return { items: await bodies(db, tenant_id, items), next };
};

/** A page of what is paused for a webhook, oldest first, after the one it was read to; read consistently. */
export const pausedDeliveriesOf = async (
  db: Database,
  { tenant_id, webhook_id }: Pick<Delivery, 'tenant_id' | 'webhook_id'>,
  after: string | undefined,
  limit = changedTogether,
): Promise<Page<Delivery>> => {
  const place = { table, index: 'paused', partition: partitions.deliveriesOf(tenant_id, webhook_id) } as const;
  // A range includes where it begins.
  const { items, last } = await db.query({
    ...place,
    from: after,
    order: 'ascending',
    limit: after ? limit + 1 : limit,
  });
  const behind = items.filter(({ id }) => id !== after);
  const found = await bodies(db, tenant_id, behind);
  return { items: found.filter(({ status }) => status === 'paused'), next: last ?? null };
};

/** An event goes to 16 webhooks at most; those deleted and made anew meanwhile do not get it. */
const deliveriesOfEventMax = 100;

const table = 'deliveries';

/** Where a tenant's deliveries lie that did not arrive. */
export const undeliveredPlaces = (tenant: string) => inStatuses(tenant, undelivered);

const undelivered = deliveryStatuses.filter(isUndelivered);

const inStatuses = (tenant: string, statuses: readonly string[]): Partition[] =>
  statuses.map((status) => ({ table, index: 'open', partition: partitions.deliveriesIn(tenant, status) }));

/** The narrowest index that holds everything the filter can mean, and what is passed over there. */
const placesOf = (tenant: string, { webhook_id, event_id, event_type, status }: DeliveryFilter) => {
  const filter = event_type === undefined ? {} : { event_type };
  if (event_id !== undefined) return { places: placeOf('by_event', tenant, event_id), filter: unlessEmpty(filter) };
  if (status !== undefined) {
    const statuses = status === 'undelivered' ? undelivered : [status];
    const both = { ...filter, ...(webhook_id !== undefined && { webhook_id }) };
    return { places: inStatuses(tenant, statuses), filter: unlessEmpty(both) };
  }
  if (webhook_id !== undefined)
    return { places: placeOf('by_webhook', tenant, webhook_id), filter: unlessEmpty(filter) };
  const all: Partition = { table, index: 'by_tenant', partition: partitions.deliveriesOfTenant(tenant) };
  return { places: all, filter: unlessEmpty(filter) };
};

const placeOf = (index: string, tenant: string, id: string): Partition => ({
  table,
  index,
  partition: partitions.deliveriesOf(tenant, id),
});

const unlessEmpty = (filter: Filter) => (Object.keys(filter).length > 0 ? filter : undefined);

const keyOf =
  (tenant: string) =>
  ({ id }: Item) =>
    keys.delivery(tenant, String(id));

const bodies = async (db: Database, tenant: string, entries: readonly Item[]): Promise<Delivery[]> => {
  const items = entries.length > 0 ? await db.batch(entries.map(keyOf(tenant))) : [];
  return items.filter((item) => item !== undefined).map(deliveryOf);
};

const fits =
  ({ webhook_id, status }: DeliveryFilter) =>
  (delivery: Delivery) =>
    (webhook_id === undefined || delivery.webhook_id === webhook_id) &&
    (status === undefined ||
      delivery.status === status ||
      (status === 'undelivered' && isUndelivered(delivery.status)));
