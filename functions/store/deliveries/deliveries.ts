import type { Attempt, AttemptResponse } from '../../domain/deliveries/attempt.ts';
import type { Delivery } from '../../domain/deliveries/delivery.ts';
import { Failure } from '../../domain/failure.ts';
import { asRead, isNew, type Write } from '../change.ts';
import type { Database, Item } from '../database.ts';
import { dueFields } from '../due-fields.ts';
import { mapOf, textOf } from '../pairs.ts';
import { keys, partitions } from '../table.ts';
import { healthOf } from '../webhooks/health.ts';

/** Deliveries and their attempts are kept this long (data.md, deliveries). */
const keptSeconds = 90 * 24 * 60 * 60;

/** The ids that a wake-up brings. */
type Woken = Pick<Delivery, 'tenant_id' | 'webhook_id'> & { readonly delivery_id: string };

/** The delivery, or the refusal. */
export const readDelivery = async (db: Database, tenant: string, id: string): Promise<Delivery> => {
  const delivery = await findDelivery(db, tenant, id);
  if (!delivery) throw new Failure('delivery_not_found');
  return delivery;
};

/** The delivery, if it is still kept. */
export const findDelivery = async (db: Database, tenant: string, id: string): Promise<Delivery | undefined> => {
  const item = await db.get(keys.delivery(tenant, id));
  return item && deliveryOf(item);
};

/** The delivery that a wake-up names, with the health of its endpoint. One round trip. */
export const findWoken = async (db: Database, { tenant_id, delivery_id, webhook_id }: Woken) => {
  const wanted = [keys.delivery(tenant_id, delivery_id), keys.webhookHealth(tenant_id, webhook_id)];
  const [item, health] = await db.batch(wanted);
  const delivery = item && deliveryOf(item);
  // A wake-up that names another's webhook lies.
  return { delivery: delivery?.webhook_id === webhook_id ? delivery : undefined, health: healthOf(health) };
};

/** What puts a delivery: a new one under its id, a changed one only over the version that was read. */
export const saveDelivery = (delivery: Delivery, read?: Delivery): Write => {
  const { due_at, ...stored } = delivery;
  const { tenant_id: tenant, id } = delivery;
  const item = {
    ...stored,
    tenant_key: partitions.deliveriesOfTenant(tenant),
    webhook_key: partitions.deliveriesOf(tenant, delivery.webhook_id),
    event_key: partitions.deliveriesOf(tenant, delivery.event_id),
    open_key: partitions.deliveriesIn(tenant, delivery.status),
    ...(delivery.status === 'parked' && { parked_key: partitions.deliveriesOf(tenant, delivery.webhook_id) }),
    ...dueFields(id, due_at),
    expires_at_s: expiryOf(delivery.created_at),
  };
  return { kind: 'put', key: keys.delivery(tenant, id), item, when: read ? asRead(read.version) : isNew };
};

/** An attempt is written once, with the delivery it changed. */
export const saveAttempt = (delivery: Delivery, attempt: Attempt): Write => ({
  kind: 'put',
  key: keys.attempt(delivery.tenant_id, delivery.id, attempt.number),
  item: {
    ...attempt,
    request: { headers: textOf(attempt.request.headers) },
    response: attempt.response && { ...attempt.response, headers: textOf(attempt.response.headers) },
    expires_at_s: expiryOf(delivery.created_at),
  },
  when: isNew,
});

/** A delivery and its attempts, oldest first, from one query of its partition. */
export const readDeliveryWithAttempts = async (db: Database, tenant: string, id: string) => {
  const items = await partitionOf(db, tenant, id);
  const delivery = items.find(({ sk }) => sk === keys.delivery(tenant, id).sk);
  if (!delivery) throw new Failure('delivery_not_found');
  const attempts = items.filter((item) => item !== delivery).toReversed();
  return { delivery: deliveryOf(delivery), attempts: attempts.map(attemptOf) };
};

/** The delivery as stored, without what only the indexes need. */
export const deliveryOf = (item: Item): Delivery => {
  const { pk, sk, tenant_key, webhook_key, event_key, open_key, parked_key, ...rest } = item;
  const { due_shard, sweeps, expires_at_s, ...delivery } = rest;
  return { due_at: null, ...delivery } as Delivery;
};

/** A query answers at most 1 MB, so a long history takes several. */
const partitionOf = async (db: Database, tenant: string, id: string): Promise<Item[]> => {
  const items: Item[] = [];
  let below: string | undefined;
  do {
    const place = { table: 'deliveries', partition: partitions.attempts(tenant, id), consistent: true } as const;
    const found = await db.query({ ...place, below, limit: 1000 });
    items.push(...found.items);
    below = found.last;
  } while (below !== undefined);
  return items;
};

/** An attempt whose headers are text. */
type StoredAttempt = Omit<Attempt, 'request' | 'response'> & {
  readonly request: { readonly headers: string };
  readonly response: (Omit<AttemptResponse, 'headers'> & { readonly headers: string }) | null;
};

const attemptOf = (item: Item): Attempt => {
  const { pk, sk, expires_at_s, ...stored } = item;
  const { request, response, ...attempt } = stored as StoredAttempt;
  const answered = response && { ...response, headers: mapOf<string>(response.headers) };
  return { ...attempt, request: { headers: mapOf(request.headers) }, response: answered };
};

const expiryOf = (createdAt: string) => Math.floor(Date.parse(createdAt) / 1000) + keptSeconds;
