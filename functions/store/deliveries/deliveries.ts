import { ApiError } from '../../domain/api-error.ts';
import type { Attempt, AttemptResponse } from '../../domain/deliveries/attempt.ts';
import type { Delivery } from '../../domain/deliveries/delivery.ts';
import { asRead, isNew, type LoneWrite, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { dueAtOf, dueFields, nothingDue } from '../due-fields.ts';
import { listPage, type Page, shownBytesMax, type Wanted, withinBytes } from '../list.ts';
import { mapOf, textOf } from '../pairs.ts';
import { endOf } from '../retention.ts';
import { keys, partitions } from '../table.ts';
import { healthOf } from '../webhooks/health.ts';

/** The ids that a wake-up brings. */
type Woken = Pick<Delivery, 'tenant_id' | 'webhook_id'> & { readonly delivery_id: string };

/** The delivery, or the refusal. */
export const readDelivery = async (db: Database, tenant: string, id: string): Promise<Delivery> => {
  const delivery = await findDelivery(db, tenant, id);
  if (!delivery) throw new ApiError('delivery_not_found');
  return delivery;
};

/** The delivery, if it is still kept. */
export const findDelivery = async (db: Database, tenant: string, id: string): Promise<Delivery | undefined> => {
  const item = await db.get(keys.delivery(tenant, id));
  return item && deliveryOf(item);
};

/** The delivery that a wake-up names, with the health of its endpoint; read late where that will do. One round trip. */
export const findWoken = async (db: Database, { tenant_id, delivery_id, webhook_id }: Woken, late?: 'late') => {
  const wanted = [keys.delivery(tenant_id, delivery_id), keys.webhookHealth(tenant_id, webhook_id)];
  const [item, health] = await db.batch(wanted, late && ['deliveries']);
  const delivery = item && deliveryOf(item);
  // A wake-up that names another's webhook lies.
  return { delivery: delivery?.webhook_id === webhook_id ? delivery : undefined, health: healthOf(health) };
};

/** What puts a delivery: a new one under its id, a changed one only over the version that was read. */
export const saveDelivery = (delivery: Delivery, read?: Delivery): LoneWrite => {
  const { due_at, first_attempt, ...stored } = delivery;
  const { tenant_id: tenant, id } = delivery;
  const key = keys.delivery(tenant, id);
  const item = {
    ...stored,
    ...(first_attempt && { first_attempt: asStored(first_attempt) }),
    tenant_key: partitions.deliveriesOfTenant(tenant),
    webhook_key: partitions.deliveriesOf(tenant, delivery.webhook_id),
    event_key: partitions.deliveriesOf(tenant, delivery.event_id),
    open_key: partitions.deliveriesIn(tenant, delivery.status),
    ...(delivery.status === 'paused' && { paused_key: partitions.deliveriesOf(tenant, delivery.webhook_id) }),
    ...dueFields(key, id, due_at),
    expires_at_s: endOf('deliveriesDays', delivery.created_at),
  };
  return { kind: 'put', key, item, loses: besides, when: read ? asRead(read.version) : isNew };
};

/** What a stored delivery may have that only indexes and the sweeper need, or that is stored otherwise. */
const besides = ['paused_key', 'first_attempt', ...Object.keys(nothingDue)];

/** An attempt is written with the delivery it changed, and over itself when it is redacted; the first that succeeds lies in that. */
export const saveAttempt = (delivery: Delivery, attempt: Attempt, when = isNew): Write => ({
  kind: 'put',
  key: keys.attempt(delivery.tenant_id, delivery.id, attempt.number),
  item: { ...asStored(attempt), expires_at_s: endOf('deliveriesDays', delivery.created_at) },
  when,
});

/** So many attempts are shown with their delivery: the newest. The others are on the pages of its attempts. */
export const newestAttemptsMax = 10;

/** A delivery and its newest attempts, oldest first, from one query of its partition; fewer where they weigh too much. */
export const readDeliveryWithAttempts = async (db: Database, tenant: string, id: string, bytesMax = shownBytesMax) => {
  const place = { table: 'deliveries', partition: partitions.attempts(tenant, id), consistent: true } as const;
  // The delivery sorts behind its attempts, and so comes first.
  const { items } = await db.query({ ...place, limit: 1 + newestAttemptsMax });
  const [delivery, ...newest] = items;
  if (!delivery || delivery.sk !== keys.delivery(tenant, id).sk) throw new ApiError('delivery_not_found');
  const read = deliveryOf(delivery);
  const all = [...newest.map(attemptOf), ...firstOf(read)].slice(0, newestAttemptsMax);
  return { delivery: read, attempts: withinBytes(all, bytesOf, bytesMax, 0).toReversed() };
};

/** One page of the attempts of a delivery, newest first, or the refusal; it is shorter where they weigh too much. */
export const pageOfAttempts = async (
  db: Database,
  tenant: string,
  id: string,
  wanted: Wanted,
): Promise<Page<Attempt>> => {
  const place = { table: 'deliveries', partition: partitions.attempts(tenant, id), consistent: true } as const;
  // The delivery lies behind its attempts, in the same partition.
  const end = String(keys.delivery(tenant, id).sk);
  const below = wanted.below !== undefined && wanted.below < end ? wanted.below : end;
  const [page, delivery] = await Promise.all([
    listPage(db, place, { limit: wanted.limit, below }),
    readDelivery(db, tenant, id),
  ]);
  const isEnd = page.next === null && below > String(keys.attempt(tenant, id, 1).sk);
  const all = [...page.items.map(attemptOf), ...(isEnd ? firstOf(delivery) : [])];
  const items = withinBytes(all, bytesOf).slice(0, wanted.limit);
  const last = items.at(-1);
  const cutAt = items.length < all.length && last ? keys.attempt(tenant, id, last.number).sk : undefined;
  return { items, next: cutAt ?? page.next };
};

/** The first attempt where it succeeded, which has no item of its own. */
const firstOf = ({ first_attempt }: Delivery): Attempt[] => (first_attempt ? [first_attempt] : []);

const bytesOf = (attempt: Attempt): number => Buffer.byteLength(JSON.stringify(attempt));

/** The delivery as stored, without what only the indexes need. */
export const deliveryOf = (item: Item): Delivery => {
  const { pk, sk, tenant_key, webhook_key, event_key, open_key, paused_key, ...rest } = item;
  const { due_at, due_shard, sweeps, expires_at_s, first_attempt, ...delivery } = rest;
  const first = first_attempt !== undefined && { first_attempt: attemptOf(first_attempt as Item) };
  return { ...delivery, ...first, due_at: dueAtOf(item) } as Delivery;
};

/** An attempt whose headers are text. */
type StoredAttempt = Omit<Attempt, 'request' | 'response'> & {
  readonly request: { readonly headers: string };
  readonly response: (Omit<AttemptResponse, 'headers'> & { readonly headers: string }) | null;
};

const asStored = (attempt: Attempt): StoredAttempt => ({
  ...attempt,
  request: { headers: textOf(attempt.request.headers) },
  response: attempt.response && { ...attempt.response, headers: textOf(attempt.response.headers) },
});

const attemptOf = (item: Item): Attempt => {
  const { pk, sk, expires_at_s, ...stored } = item;
  const { request, response, ...attempt } = stored as StoredAttempt;
  const answered = response && { ...response, headers: mapOf<string>(response.headers) };
  return { ...attempt, request: { headers: mapOf(request.headers) }, response: answered };
};
