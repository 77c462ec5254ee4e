import { has, type Write } from './change.ts';
import type { Database, Item } from './database.ts';
import { shardNames } from './table.ts';

/** So much overdue work is taken from a shard in one sweep, oldest first. */
const duePerShardMax = 25;

/** The tables in which something can be due. */
const tables = ['deliveries', 'resources'] as const;

type DueKey = { readonly table: (typeof tables)[number]; readonly pk: string; readonly sk: string };

/** Overdue work: any item that says when it is due. */
export type DueWork = {
  readonly key: DueKey;
  readonly item: Item;
  readonly due_at: string;
  /** How often the sweeper came by since something last happened. */
  readonly sweeps: number;
};

/** What is overdue at a moment, from every shard of every table. An index says which; the tables say what they are. */
export const dueWork = async (db: Database, now: Date): Promise<DueWork[]> => {
  const below = now.toISOString();
  const range = { index: 'due', below, order: 'ascending', limit: duePerShardMax } as const;
  const found = await Promise.all(
    tables.flatMap((table) =>
      shardNames.map(async (partition) => {
        const { items } = await db.query({ ...range, table, partition });
        return items.map(({ pk, sk }): DueKey => ({ table, pk: String(pk), sk: String(sk) }));
      }),
    ),
  );
  const due = await inBatches(db, found.flat());
  return due.filter(({ item, due_at }) => item.due_at !== undefined && due_at < below);
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

const inBatches = async (db: Database, keys: readonly DueKey[]): Promise<DueWork[]> => {
  const due: DueWork[] = [];
  for (let from = 0; from < keys.length; from += batchMax) {
    const some = keys.slice(from, from + batchMax);
    const items = await db.batch(some);
    due.push(...some.flatMap((key, position) => dueOf(key, items[position])));
  }
  return due;
};

const dueOf = (key: DueKey, item: Item | undefined): DueWork[] =>
  item ? [{ key, item, due_at: String(item.due_at), sweeps: Number(item.sweeps ?? 0) }] : [];
