import type { Database, Item } from './client.ts';
import { deadLetterShard, type ItemKey, shardNames, shardOf } from './keys.ts';
import { has, type Write } from './writes.ts';

/**
 * Where something stands among what waits, as its `scheduled_at` is stored: by business, then by kind, then by time, so that a
 * sweep comes from one business to the next without reading all that the first has waiting. `woken` stands apart: the
 * sweeper has sent a wake-up since anybody took it in hand.
 */
export type Turn = {
  /** Business and kind: whose turn it is. */
  readonly group: string;
  readonly notified: boolean;
  readonly at: string;
};

/** What kind of work an item is: nouns are named by their partition, what lies beside them by itself. */
export const kindOf = ({ table, pk, sk }: ItemKey): string => {
  if (table === 'outbox') return 'event';
  return (table === 'deliveries' ? sk : pk.split('/').at(-1)) ?? '';
};

/** The attributes that put something into the sparse index of what is due: absent when nothing is, since a key is never null. */
export const scheduleFields = (key: ItemKey, id: string, scheduledAt: string | null): Item =>
  scheduledAt === null ? {} : { scheduled_at: `${groupOf(key)}/${scheduledAt}`, schedule_shard: shardOf(id) };

/** What takes something out of that index again, and out of the sweeper's count. */
export const notScheduled = { scheduled_at: undefined, schedule_shard: undefined, sweeps: undefined };

/** `scheduled_at` of what the sweeper has woken and looks for again then. */
export const notifiedAt = (key: ItemKey, until: Date): string => afterNotifiedBefore(groupOf(key), until.toISOString());

/** When a stored item is due; null when nothing of it is. */
export const scheduledAtOf = ({ scheduled_at }: Item): string | null =>
  typeof scheduled_at === 'string' ? turnOf(scheduled_at).at : null;

/** The parts of a stored `scheduled_at`. */
export const turnOf = (scheduledAt: string): Turn => {
  const end = scheduledAt.lastIndexOf('/');
  const marked = scheduledAt.slice(end + 1);
  const notified = marked.startsWith(mark);
  return { group: scheduledAt.slice(0, end), notified, at: notified ? marked.slice(mark.length) : marked };
};

/** Where those of a group stand that were woken and are due again from a time on. */
export const afterNotifiedBefore = (group: string, at: string): string => `${group}/${mark}${at}`;

/** Where those of a group stand that nobody was woken for: years begin with a higher digit. */
export const afterNotified = (group: string): string => `${group}/0`;

/** Where a group is over: this digit sorts next to the stroke. */
export const afterGroup = (group: string): string => `${group}0`;

const groupOf = (key: ItemKey): string => `${key.pk.slice(0, key.pk.indexOf('/'))}/${kindOf(key)}`;

/** What was woken sorts before what was not. */
const mark = '!';

/** Where work lies that waits: in a shard of a table in which something can be due. */
export type ScheduleShard = { readonly table: 'deliveries' | 'resources' | 'outbox'; readonly shard: string };

/** All of them. */
export const scheduleShards: readonly ScheduleShard[] = (['deliveries', 'resources', 'outbox'] as const).flatMap(
  (table) => shardNames.map((shard) => ({ table, shard })),
);

/** Overdue work: any item that says when it is due. */
export type ScheduledWork = {
  readonly key: ItemKey;
  readonly item: Item;
  /** As it is stored. */
  readonly scheduled_at: string;
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
type ScheduleEntry = { readonly key: ItemKey; readonly scheduled_at: string };

/** Some of what may be woken in a shard, and where its index goes on; null at its end. */
export type SchedulePage = { readonly entries: readonly ScheduleEntry[]; readonly next: string | null };

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
export async function* schedulePages(
  db: Database,
  shard: ScheduleShard,
  from: string,
  moment: Moment,
): AsyncGenerator<SchedulePage> {
  let next: string | null = from;
  let taken = none('');
  while (next !== null) {
    const { items, last } = await db.query({ ...placeOf(shard), from: next, order: 'ascending', limit: entriesMax });
    const entries: ScheduleEntry[] = [];
    next = null;
    for (const { pk, sk, ...stored } of items) {
      const scheduled_at = String(stored.scheduled_at);
      const key: ItemKey = { table: shard.table, pk: String(pk), ...(sk !== undefined && { sk: String(sk) }) };
      const entry = { turn: turnOf(scheduled_at), soonest: moment.soonest(kindOf(key)) };
      if (entry.turn.group !== taken.group) taken = none(entry.turn.group);
      if (takes(taken, entry, moment)) entries.push({ key, scheduled_at });
      if (scheduled_at === last) next = after(last, taken, entry, moment);
    }
    yield { entries, next };
  }
}

/** How much lies in a shard, counted up to `most`. */
export const countIn = async (db: Database, shard: ScheduleShard, most: number): Promise<number> =>
  (await db.query({ ...placeOf(shard), order: 'ascending', limit: most })).items.length;

/**
 * What the tables have of what an index says is due: those that are there and due as it says. An index lags behind what was
 * moved ahead, by a sweep's own hand too: woken by it again, that would be postponed again.
 */
export const scheduledWork = async (db: Database, entries: readonly ScheduleEntry[]): Promise<ScheduledWork[]> => {
  const items = await db.batch(entries.map(({ key }) => key));
  return entries.flatMap((entry, position) => scheduledOf(entry, items[position]));
};

/** Transitions overdue work ahead; stale when somebody took it in hand meanwhile. */
export const postponed = ({ key, scheduled_at, sweeps }: ScheduledWork, until: Date): Write => ({
  kind: 'set',
  key,
  values: { scheduled_at: notifiedAt(key, until), sweeps: sweeps + 1 },
  when: has('scheduled_at', scheduled_at),
});

/** Sets overdue work aside, where no sweep comes by: an operator finds it there, and brings it back. */
export const deadLettered = ({ key, scheduled_at }: ScheduledWork): Write => ({
  kind: 'set',
  key,
  values: { schedule_shard: deadLetterShard },
  when: has('scheduled_at', scheduled_at),
});

const placeOf = ({ table, shard }: ScheduleShard) => ({ table, index: 'due', partition: shard });

/** What is taken of a group in one walk, and how many of its wake-ups are under way. */
type Taken = { readonly group: string; fresh: number; again: number; underWay: number };

const none = (group: string): Taken => ({ group, fresh: 0, again: 0, underWay: 0 });

type Entry = { readonly turn: Turn; readonly soonest: string };

/** Whether an entry is taken now; notes that it is, and where its wake-up is under way. */
const takes = (taken: Taken, { turn, soonest }: Entry, { now, helped }: Moment): boolean => {
  const { notified, at } = turn;
  if (notified && at >= now && at <= helped) taken.underWay += 1;
  if (notified ? at >= now || taken.again === turnMax : at >= soonest || taken.fresh >= room(taken)) return false;
  taken[notified ? 'again' : 'fresh'] += 1;
  return true;
};

const room = ({ underWay }: Taken): number => Math.max(0, Math.min(turnMax, underWayMax - underWay));

/** Where to read on when a page ended at an entry: behind what is not to be taken of its group. */
const after = (last: string, taken: Taken, { turn, soonest }: Entry, { now, helped }: Moment): string => {
  const { group, notified, at } = turn;
  // Nothing sorts between a text and itself with a blank, but what is due in the same millisecond: that is met next time.
  const on = `${last} `;
  if (!notified) return at < soonest && taken.fresh < room(taken) ? on : afterGroup(group);
  if (at < now) return taken.again < turnMax ? on : afterNotifiedBefore(group, now);
  if (taken.underWay >= underWayMax) return afterGroup(group);
  return at <= helped ? on : afterNotified(group);
};

const scheduledOf = ({ key, scheduled_at }: ScheduleEntry, item: Item | undefined): ScheduledWork[] =>
  item?.scheduled_at === scheduled_at ? [{ key, item, scheduled_at, sweeps: Number(item.sweeps ?? 0) }] : [];
