import type { Delivery } from '../../domain/deliveries/delivery.ts';
import { isUndelivered } from '../../domain/deliveries/status.ts';
import type { Database, Partition } from '../database.ts';
import { listPage, type Page, type Wanted } from '../list.ts';
import { keys, partitions } from '../table.ts';
import { deliveryOf } from './deliveries.ts';

export type DeliveryFilter = {
  readonly webhook_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly event_type?: string | undefined;
  /** A status, or `undelivered` for all that did not arrive. */
  readonly status?: string | undefined;
};

/** A page filtered by status looks into the bodies of at most so many index pages. */
const roundsMax = 3;

/**
 * One page of the tenant's deliveries that fit a filter, newest first. The index says which, the table says what they are:
 * an index that held the status would be rewritten with every attempt.
 */
export const pageOfDeliveries = async (
  db: Database,
  tenant: string,
  filter: DeliveryFilter,
  wanted: Wanted,
): Promise<Page<Delivery>> => {
  const where = filter.event_type === undefined ? undefined : { event_type: filter.event_type };
  const found: Delivery[] = [];
  let next: string | null = wanted.below ?? null;
  for (let round = 0; round < (filter.status === undefined ? 1 : roundsMax); round++) {
    const page = await listPage(db, placeOf(tenant, filter), { ...wanted, below: next ?? undefined }, where);
    found.push(
      ...(
        await bodies(
          db,
          tenant,
          page.items.map(({ id }) => String(id)),
        )
      ).filter(fits(filter)),
    );
    next = page.next;
    if (next === null || found.length >= wanted.limit) break;
  }
  if (found.length <= wanted.limit) return { items: found, next };
  return { items: found.slice(0, wanted.limit), next: found[wanted.limit - 1]?.id ?? null };
};

/** The deliveries of an event, oldest first: one per webhook and test, so there are never many. */
export const deliveriesOfEvent = async (db: Database, tenant: string, eventId: string): Promise<Delivery[]> => {
  const place = placeOf(tenant, { event_id: eventId });
  const { items } = await db.query({ ...place, limit: deliveriesOfEventMax });
  return (
    await bodies(
      db,
      tenant,
      items.map(({ id }) => String(id)),
    )
  ).toReversed();
};

/** So many open deliveries are aligned at a time. */
const alignedTogether = 50;

/** A page of a webhook's deliveries that did not arrive, read consistently; an index only says which they may be. */
export const openDeliveriesOf = async (db: Database, tenant: string, webhookId: string, below: string | undefined) => {
  const place = { table: 'deliveries', index: 'open', partition: partitions.undelivered(tenant) } as const;
  const { items, next } = await listPage(db, place, { limit: alignedTogether, below }, { webhook_id: webhookId });
  return {
    items: await bodies(
      db,
      tenant,
      items.map(({ id }) => String(id)),
    ),
    next,
  };
};

/** An event goes to 16 webhooks at most; those deleted and made anew meanwhile do not get it. */
const deliveriesOfEventMax = 100;

/** The narrowest index that holds everything the filter can mean. */
const placeOf = (tenant: string, { webhook_id, event_id, status }: DeliveryFilter): Partition => {
  const table = 'deliveries';
  if (event_id !== undefined) return { table, index: 'by_event', partition: partitions.deliveriesOf(tenant, event_id) };
  if (webhook_id !== undefined)
    return { table, index: 'by_webhook', partition: partitions.deliveriesOf(tenant, webhook_id) };
  const open = status !== undefined && status !== 'succeeded' && status !== 'canceled';
  if (open) return { table, index: 'open', partition: partitions.undelivered(tenant) };
  return { table, index: 'by_tenant', partition: partitions.deliveriesOfTenant(tenant) };
};

const bodies = async (db: Database, tenant: string, ids: readonly string[]): Promise<Delivery[]> => {
  if (ids.length === 0) return [];
  const items = await db.batch(ids.map((id) => keys.delivery(tenant, id)));
  return items.filter((item) => item !== undefined).map(deliveryOf);
};

const fits =
  ({ webhook_id, status }: DeliveryFilter) =>
  (delivery: Delivery) =>
    (webhook_id === undefined || delivery.webhook_id === webhook_id) &&
    (status === undefined ||
      delivery.status === status ||
      (status === 'undelivered' && isUndelivered(delivery.status)));
