import { chunksOf } from '../domain/chunks.ts';
import { has, type Write } from './change.ts';
import type { Database, Item } from './database.ts';
import { afterGroup, afterWoken, afterWokenBefore, kindOf, type Turn, turnOf, wokenAt } from './due-fields.ts';
import { asideShard, type ItemKey, shardNames } from './table.ts';

/** Where work lies that waits: in a shard of a table in which something can be due. */
export type DueShard = { readonly table: 'deliveries' | 'resources' | 'outbox'; readonly shard: string };

/** All of them. */
export const dueShards: readonly DueShard[] = (['deliveries', 'resources', 'outbox'] as const).flatMap((table) =>
  shardNames.map((shard) => ({ table, shard })),
);

/** Overdue work: any item that says when it is due. */
export type DueWork = {
  readonly key: ItemKey;
  readonly item: Item;
  /** As it is stored. */
  readonly due_at: string;
  /** How often the sweeper came by since something last happened. */
  readonly sweeps: number;
};

/** What is due at a moment. */
export type Moment = {
  readonly now: string;
  /** Work of a kind that nobody was woken for is taken when it was due before this. */
  readonly soonest: (kind: string) => string;
  /** A wake-up after which its work is due again by this may still help. */
  readonly helped: string;
};

/** An entry of the index: what is due, and when, as the index says. */
type DueEntry = { readonly key: ItemKey; readonly due_at: string };

/** Some of what may be woken in a shard, and where its index goes on; null at its end. */
export type DuePage = { readonly entries: readonly DueEntry[]; readonly next: string | null };

/** So many entries of the index are read at a time: more than are taken and counted of one group. */
const entriesMax = 200;

/** So much of one kind is taken of a business in a shard at a time; then it is another's turn. */
export const turnMax = 10;

/**
 * So many wake-ups of one kind a business has under way in a shard, sent and not answered: more would only lengthen its
 * queue. What was not helped in time is woken again beside them, ever more rarely.
 */
export const underWayMax = 100;

/**
 * What may be woken in a shard, page by page from a place of its index on. However much one business has waiting, a few
 * pages lead past it.
 */
export async function* duePages(db: Database, shard: DueShard, from: string, moment: Moment): AsyncGenerator<DuePage> {
  let next: string | null = from;
  let taken = none('');
  while (next !== null) {
    const { items, last } = await db.query({ ...placeOf(shard), from: next, order: 'ascending', limit: entriesMax });
    const entries: DueEntry[] = [];
    next = null;
    for (const { pk, sk, ...stored } of items) {
      const due_at = String(stored.due_at);
      const key: ItemKey = { table: shard.table, pk: String(pk), ...(sk !== undefined && { sk: String(sk) }) };
      const entry = { turn: turnOf(due_at), soonest: moment.soonest(kindOf(key)) };
      if (entry.turn.group !== taken.group) taken = none(entry.turn.group);
      if (takes(taken, entry, moment)) entries.push({ key, due_at });
      if (due_at === last) next = after(last, taken, entry, moment);
    }
    yield { entries, next };
  }
}

/** How much lies in a shard, counted up to `most`. */
export const countIn = async (db: Database, shard: DueShard, most: number): Promise<number> =>
  (await db.query({ ...placeOf(shard), order: 'ascending', limit: most })).items.length;

/**
 * What the tables have of what an index says is due: those that are there and due as it says. An index lags behind what was
 * moved ahead, by a sweep's own hand too: woken by it again, that would be postponed again.
 */
export const dueWork = async (db: Database, entries: readonly DueEntry[]): Promise<DueWork[]> => {
  const due: DueWork[] = [];
  for (const some of chunksOf(entries, batchMax)) {
    const items = await db.batch(some.map(({ key }) => key));
    due.push(...some.flatMap((entry, position) => dueOf(entry, items[position])));
  }
  return due;
};

/** Moves overdue work ahead; stale when somebody took it in hand meanwhile. */
export const postponed = ({ key, due_at, sweeps }: DueWork, until: Date): Write => ({
  kind: 'set',
  key,
  values: { due_at: wokenAt(key, until), sweeps: sweeps + 1 },
  when: has('due_at', due_at),
});

/** Sets overdue work aside, where no sweep comes by: an operator finds it there, and brings it back. */
export const setAside = ({ key, due_at }: DueWork): Write => ({
  kind: 'set',
  key,
  values: { due_shard: asideShard },
  when: has('due_at', due_at),
});

const placeOf = ({ table, shard }: DueShard) => ({ table, index: 'due', partition: shard });

/** What is taken of a group in one walk, and how many of its wake-ups are under way. */
type Taken = { readonly group: string; fresh: number; again: number; underWay: number };

const none = (group: string): Taken => ({ group, fresh: 0, again: 0, underWay: 0 });

type Entry = { readonly turn: Turn; readonly soonest: string };

/** Whether an entry is taken now; notes that it is, and where its wake-up is under way. */
const takes = (taken: Taken, { turn, soonest }: Entry, { now, helped }: Moment): boolean => {
  const { group, woken, at } = turn;
  // What an earlier release wrote stands in no order of businesses: it is taken as it comes, and stands in order then.
  if (group === '') return at < soonest;
  if (woken && at >= now && at <= helped) taken.underWay += 1;
  if (woken ? at >= now || taken.again === turnMax : at >= soonest || taken.fresh >= room(taken)) return false;
  taken[woken ? 'again' : 'fresh'] += 1;
  return true;
};

const room = ({ underWay }: Taken): number => Math.max(0, Math.min(turnMax, underWayMax - underWay));

/** Where to read on when a page ended at an entry: behind what is not to be taken of its group. */
const after = (last: string, taken: Taken, { turn, soonest }: Entry, { now, helped }: Moment): string => {
  const { group, woken, at } = turn;
  // Nothing sorts between a text and itself with a blank, but what is due in the same millisecond: that is met next time.
  const on = `${last} `;
  if (group === '') return at < now ? on : afterGroup(group);
  if (!woken) return at < soonest && taken.fresh < room(taken) ? on : afterGroup(group);
  if (at < now) return taken.again < turnMax ? on : afterWokenBefore(group, now);
  if (taken.underWay >= underWayMax) return afterGroup(group);
  return at <= helped ? on : afterWoken(group);
};

/** BatchGetItem takes a hundred keys. */
const batchMax = 100;

const dueOf = ({ key, due_at }: DueEntry, item: Item | undefined): DueWork[] =>
  item?.due_at === due_at ? [{ key, item, due_at, sweeps: Number(item.sweeps ?? 0) }] : [];
