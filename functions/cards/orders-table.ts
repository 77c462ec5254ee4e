import type { Database, Item } from '../dynamodb/client.ts';
import { type ItemKey, keys } from '../dynamodb/keys.ts';
import { scheduledAtOf, scheduleFields } from '../dynamodb/scheduled-work.ts';
import { type Condition, has, isNew, type Write } from '../dynamodb/writes.ts';
import type { IssuingIntent } from './order.ts';

/** Whose order it is. */
export type Order = Pick<IssuingIntent, 'tenant_id' | 'operation' | 'path_ids' | 'idempotency_key'>;

/** The order, if it is under way. */
export const findIntent = async (db: Database, order: Order): Promise<IssuingIntent | undefined> => {
  const item = await db.get(intentKey(order));
  return item && intentOf(item);
};

/** What writes an order down, if nobody has: of two at once the second is stale, and finds the first one's when it looks again. */
export const openIntent = (intent: IssuingIntent): Write => {
  const { scheduled_at, ...stored } = intent;
  const key = intentKey(intent);
  return { kind: 'put', key, item: { ...stored, ...scheduleFields(key, intent.card_id, scheduled_at) }, when: isNew };
};

/** What removes an order in the transaction that its card comes from: stale when it is being voided or gone. */
export const closeIntent = (intent: IssuingIntent): Write => ({
  kind: 'delete',
  key: intentKey(intent),
  when: isOpen(intent),
});

/** What takes an order in hand to void it, so that it cannot become a card: stale when it just has. */
export const claimIntent = (intent: IssuingIntent): Write => ({
  kind: 'set',
  key: intentKey(intent),
  values: { standing: 'voiding' },
  when: isOpen(intent),
});

/** What removes an order that was voided. */
export const dropIntent = (intent: IssuingIntent): Write => ({
  kind: 'delete',
  key: intentKey(intent),
  when: has('card_id', intent.card_id),
});

/** Where an order lies. */
export const intentKey = ({ tenant_id, idempotency_key, operation, path_ids }: Order): ItemKey =>
  keys.issuingIntent(tenant_id, idempotency_key, operation, path_ids);

/** The order as stored, without what only the sweeper needs. */
export const intentOf = (item: Item): IssuingIntent => {
  const { pk, sk, scheduled_at, schedule_shard, sweeps, ...intent } = item;
  return { ...intent, scheduled_at: scheduledAtOf(item) } as IssuingIntent;
};

const isOpen = ({ card_id }: IssuingIntent): Condition => ({
  expression: '#card = :card AND #standing = :open',
  names: { '#card': 'card_id', '#standing': 'standing' },
  values: { ':card': card_id, ':open': 'open' },
});
