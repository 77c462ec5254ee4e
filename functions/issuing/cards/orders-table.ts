import { createHash } from 'node:crypto';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import { resourceKey } from '../../core/dynamodb/keys.ts';
import { listPage, type Page, type PageRequest } from '../../core/dynamodb/list.ts';
import { scheduledAtOf, scheduleFields } from '../../core/dynamodb/scheduled-work.ts';
import { type Condition, has, isNew, type Write } from '../../core/dynamodb/writes.ts';
import type { OrderKey } from '../../core/messages.ts';
import type { CardOrder } from './order.ts';
import { readStoredOrder } from './stored-form.ts';

/** The order, if it is in flight. */
export const findOrder = async (db: Database, order: OrderKey): Promise<CardOrder | undefined> => {
  const item = await db.get(orderKey(order));
  return item && orderOf(item);
};

/**
 * Writes a new order. The second of two at once is stale, and finds the first when it reads again.
 */
export const insertOrder = (order: CardOrder): Write => {
  const { scheduled_at, ...stored } = order;
  const key = orderKey(order);
  return {
    kind: 'put',
    key,
    item: { ...stored, ...scheduleFields(key, order.card_id, scheduled_at) },
    when: isNew,
  };
};

/** Removes an order in the transaction that writes its card. Stale when the order is being canceled or gone. */
export const completeOrder = (order: CardOrder): Write => ({
  kind: 'delete',
  key: orderKey(order),
  when: isOpen(order),
});

/** Begins to cancel an order, so that it cannot become a card. Stale when it just has. */
export const claimOrder = (order: CardOrder): Write => ({
  kind: 'set',
  key: orderKey(order),
  values: { state: 'canceling' },
  when: isOpen(order),
});

/** Removes an order that the issuer has voided. */
export const removeOrder = (order: CardOrder): Write => ({
  kind: 'delete',
  key: orderKey(order),
  when: has('card_id', order.card_id),
});

/** A page of the orders of a tenant in flight, read consistently. */
export const pageOfOrders = async (
  db: Database,
  tenant: string,
  wanted: PageRequest,
): Promise<Page<CardOrder>> => {
  const all = shards.map(
    (shard) =>
      ({ table: 'resources', partition: ordersIn(tenant, shard), consistent: true }) as const,
  );
  const { items, next } = await listPage(db, all, wanted);
  return { items: items.map(orderOf), next };
};

/** An order has no id that could name a write shard. Only a redaction lists orders, so every tenant has as many partitions. */
const shards = Array.from({ length: 32 }, (_, shard) => shard);

const ordersIn = (tenant: string, shard: number) =>
  `${tenant}/card-order${shard === 0 ? '' : `#${shard}`}`;

const shardOf = (name: string): number =>
  (createHash('sha256').update(name).digest()[0] ?? 0) % shards.length;

/** Which card does this key order on this path, and is that done? Gone once the card is there. */
export const orderKey = ({ tenant_id, idempotency_key, operation, path_ids }: OrderKey) => {
  const name = [operation, ...path_ids, idempotency_key].join('/');
  return resourceKey(ordersIn(tenant_id, shardOf(name)), name);
};

/** The order as stored. */
export const orderOf = (item: Item): CardOrder =>
  readStoredOrder({ ...item, scheduled_at: scheduledAtOf(item) ?? undefined });

const isOpen = ({ card_id }: CardOrder): Condition => ({
  expression: '#card = :card AND #state = :open',
  names: { '#card': 'card_id', '#state': 'state' },
  values: { ':card': card_id, ':open': 'open' },
});
