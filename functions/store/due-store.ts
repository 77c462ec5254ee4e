import { has, type Write } from './change.ts';
import type { Database, Item } from './database.ts';
import { deliveryOf } from './delivery-store.ts';
import { shardNames } from './table.ts';

/** So much overdue work is taken from a shard in one sweep, oldest first. */
const duePerShardMax = 25;

/** Overdue work: a delivery, or the alignment of a webhook's deliveries. */
export type DueWork = {
  readonly tenant_id: string;
  readonly webhook_id: string;
  readonly delivery?: { readonly id: string; readonly attempts_made: number };
  /** How often the sweeper came by since something last happened. */
  readonly sweeps: number;
  readonly due_at: string;
  readonly key: { readonly table: 'deliveries'; readonly pk: string; readonly sk: string };
};

/** What is overdue at a moment, from every shard. An index says which; the table says what they are. */
export const dueWork = async (db: Database, now: Date): Promise<DueWork[]> => {
  const below = now.toISOString();
  const found = await Promise.all(
    shardNames.map((partition) =>
      db.query({ table: 'deliveries', index: 'due', partition, below, order: 'ascending', limit: duePerShardMax }),
    ),
  );
  const keys = found.flatMap(({ items }) => items.map(keyOfIndexed));
  return (await inBatches(db, keys)).filter(({ due_at }) => due_at !== undefined && String(due_at) < below).map(dueOf);
};

/** Moves overdue work ahead; stale when somebody took it in hand meanwhile. */
export const postponed = ({ key, due_at, sweeps }: DueWork, until: Date): Write => ({
  kind: 'set',
  key,
  values: { due_at: until.toISOString(), sweeps: sweeps + 1 },
  when: has('due_at', due_at),
});

/** BatchGetItem takes a hundred keys. */
const batchMax = 100;

const inBatches = async (db: Database, keys: readonly DueWork['key'][]): Promise<Item[]> => {
  const items: Item[] = [];
  for (let from = 0; from < keys.length; from += batchMax) {
    const batch = await db.batch(keys.slice(from, from + batchMax));
    items.push(...batch.filter((item) => item !== undefined));
  }
  return items;
};

const keyOfIndexed = ({ pk, sk }: Item): DueWork['key'] => ({ table: 'deliveries', pk: String(pk), sk: String(sk) });

const dueOf = (item: Item): DueWork => {
  const shared = { key: keyOfIndexed(item), due_at: String(item.due_at), sweeps: Number(item.sweeps ?? 0) };
  if (item.sk === 'health') {
    const [tenant_id = '', webhook_id = ''] = String(item.pk).split('/');
    return { ...shared, tenant_id, webhook_id };
  }
  const { tenant_id, webhook_id, id, attempts_made } = deliveryOf(item);
  return { ...shared, tenant_id, webhook_id, delivery: { id, attempts_made } };
};
