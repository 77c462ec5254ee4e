import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { itemExpiresAt, keys, partitions } from '../../core/dynamodb/keys.ts';
import {
  listPage,
  type Page,
  type PageRequest,
  page_bytes_max,
  readablePage,
  withinBytes,
} from '../../core/dynamodb/list.ts';
import { scheduledAtOf, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import { asRead, isNew, type SingleWrite } from '../../core/dynamodb/writes.ts';
import { healthKey, healthOf, type StoredHealth } from '../webhooks/health-table.ts';
import { attemptContent, attemptIn, attemptOf, deliveryIdIn } from './attempts-table.ts';
import { type Attempt, type Delivery, lastAttemptOf } from './model.ts';
import { readStoredDelivery } from './stored-form.ts';

/** The ids of a message. */
type MessageIds = Pick<Delivery, 'tenant_id' | 'webhook_id'> & { readonly delivery_id: string };

/** The delivery, or the error. */
export const readDelivery = async (db: Database, tenant: string, id: string): Promise<Delivery> => {
  const delivery = await findDelivery(db, tenant, id);
  if (!delivery) throw new ApiError('delivery_not_found');
  return delivery;
};

/** The delivery, if it is still kept. */
export const findDelivery = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<Delivery | undefined> => {
  const item = await db.get(keys.delivery(tenant, id));
  return item && deliveryOf(item);
};

/** The delivery that a message names, if it is stored, and the health of its endpoint. */
export type Notified = { readonly delivery: Delivery | undefined; readonly health: StoredHealth };

/**
 * The deliveries of these messages; `late` reads them eventually consistently. One round trip for 50. Each is a function that
 * throws if its items are unreadable, so that one fails without the others.
 */
export const findNotified = async (
  db: Database,
  notifications: readonly MessageIds[],
  late?: 'late',
): Promise<(() => Notified)[]> => {
  const wanted = notifications.flatMap(({ tenant_id, delivery_id, webhook_id }) => [
    keys.delivery(tenant_id, delivery_id),
    healthKey(tenant_id, webhook_id),
  ]);
  const items = await db.batch(wanted, late && ['deliveries']);
  return notifications.map(({ webhook_id }, nth) => () => {
    const item = items[2 * nth];
    const delivery = item && deliveryOf(item);
    // A message may name the webhook of another delivery: then it is ignored.
    const own = delivery?.webhook_id === webhook_id ? delivery : undefined;
    return { delivery: own, health: healthOf(items[2 * nth + 1]) };
  });
};

/**
 * Saves a delivery: a new one under its id, a changed one only over the version that was read.
 * Members that its keys or its first attempt have are left out, so that it is one kilobyte at most
 * with the response of most endpoints.
 */
export const saveDelivery = (delivery: Delivery, read?: Delivery): SingleWrite => {
  const {
    tenant_id: tenant,
    event_id,
    scheduled_at,
    first_attempt,
    last_attempt,
    ...stored
  } = delivery;
  const { id } = delivery;
  const key = keys.delivery(tenant, id);
  const item = {
    ...stored,
    ...(first_attempt && { first_attempt: attemptContent(first_attempt) }),
    ...(last_attempt && last_attempt.number !== first_attempt?.number && { last_attempt }),
    tenant_key: partitions.deliveriesOfTenant(tenant),
    webhook_key: partitions.deliveriesOf(tenant, delivery.webhook_id),
    event_key: partitions.deliveriesOf(tenant, event_id),
    status_key: partitions.deliveriesIn(tenant, delivery.status),
    ...(delivery.status === 'paused' && {
      paused_key: partitions.deliveriesOf(tenant, delivery.webhook_id),
    }),
    ...scheduleFields(key, id, scheduled_at),
    expires_at_s: itemExpiresAt('deliveriesDays', delivery.created_at),
  };
  return { kind: 'put', key, item, when: read ? asRead(read.version) : isNew };
};

/** How many attempts are shown with their delivery, the newest; the list of attempts has the others. */
export const newestAttemptsMax = 10;

/** A delivery and its newest attempts, oldest first, from one query; fewer if they are large. */
export const readDeliveryWithAttempts = async (
  db: Database,
  tenant: string,
  id: string,
  bytesMax = page_bytes_max,
) => {
  const place = {
    table: 'deliveries',
    partition: partitions.attempts(tenant, id),
    consistent: true,
  } as const;
  // The delivery sorts after its attempts, so it comes first.
  const { items } = await db.query({ ...place, limit: 1 + newestAttemptsMax });
  const [delivery, ...newest] = items;
  if (!delivery || delivery.sk !== keys.delivery(tenant, id).sk)
    throw new ApiError('delivery_not_found');
  const read = deliveryOf(delivery);
  const all = [...newest.map(attemptOf), ...firstOf(read)].slice(0, newestAttemptsMax);
  return { delivery: read, attempts: withinBytes(all, bytesOf, bytesMax, 0).toReversed() };
};

/** One page of the attempts of a delivery, newest first, or the error; it is shorter if they are large. */
export const pageOfAttempts = async (
  db: Database,
  tenant: string,
  id: string,
  wanted: PageRequest,
): Promise<Page<Attempt>> => {
  const place = {
    table: 'deliveries',
    partition: partitions.attempts(tenant, id),
    consistent: true,
  } as const;
  // The delivery sorts after its attempts in the same partition.
  const end = String(keys.delivery(tenant, id).sk);
  const below = wanted.below !== undefined && wanted.below < end ? wanted.below : end;
  const [page, delivery] = await Promise.all([
    listPage(db, place, { limit: wanted.limit, below }),
    readDelivery(db, tenant, id),
  ]);
  const isEnd = page.next === null && below > String(keys.attempt(tenant, id, 1).sk);
  const { items: read } = readablePage(page, attemptOf, wanted);
  const all = [...read, ...(isEnd ? firstOf(delivery) : [])];
  const items = withinBytes(all, bytesOf).slice(0, wanted.limit);
  const last = items.at(-1);
  const cutAt =
    items.length < all.length && last ? keys.attempt(tenant, id, last.number).sk : undefined;
  return { items, next: cutAt ?? page.next };
};

/** A successful first attempt, which is not an item itself. */
const firstOf = ({ first_attempt }: Delivery): Attempt[] => (first_attempt ? [first_attempt] : []);

const bytesOf = (attempt: Attempt): number => Buffer.byteLength(JSON.stringify(attempt));

/** The delivery of an item. */
export const deliveryOf = (item: Item): Delivery => {
  const { pk, event_key, first_attempt, last_attempt } = item;
  const first =
    first_attempt === undefined ? undefined : attemptIn(first_attempt, deliveryIdIn(pk));
  const [tenant_id, event_id] = String(event_key).split('/');
  return readStoredDelivery({
    ...item,
    tenant_id,
    event_id,
    ...(first && { first_attempt: first }),
    last_attempt: last_attempt ?? (first ? lastAttemptOf(first) : null),
    scheduled_at: scheduledAtOf(item),
  });
};
