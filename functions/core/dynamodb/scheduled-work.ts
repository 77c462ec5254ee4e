import type { Database, Item } from './client.ts';
import { deadLetterShard, type ItemKey, scheduleShardCount, shardNames, shardOf } from './keys.ts';
import type { Field } from './stored-form.ts';
import { has, type Write } from './writes.ts';

/**
 * The position of scheduled work in the index, as its `scheduled_at` is stored: by business, then by kind, then by time. So a
 * sweep gets from one business to the next without reading the whole backlog of the first. Work that was `notified` sorts
 * first: the sweep has sent a message since a worker last leased it.
 */
export type SchedulePosition = {
  /** Business and kind. */
  readonly group: string;
  readonly notified: boolean;
  readonly at: string;
};

/** The kind of work of an item: the last part of its partition, or its sort key where several kinds share a partition. */
export const kindOf = ({ table, pk, sk }: ItemKey): string => {
  if (table === 'outbox') return 'event';
  // In a stored partition, the name ends before the suffix of its shard.
  return (table === 'deliveries' ? sk : pk.split('/').at(-1)?.split('#')[0]) ?? '';
};

/** The attributes that put an item into the sparse index of scheduled work. Absent when nothing is scheduled: a key is never null. */
export const scheduleFields = (key: ItemKey, id: string, scheduledAt: string | null): Item =>
  scheduledAt === null
    ? {}
    : {
        scheduled_at: `${groupOf(key)}/${scheduledAt}`,
        schedule_shard: shardOf(id, scheduleShardCount()),
      };

/** Removes an item from that index, and resets its number of sweeps. */
export const notScheduled = {
  scheduled_at: undefined,
  schedule_shard: undefined,
  sweeps: undefined,
};

/** `scheduled_at` of work that the sweep has sent a message for, and checks again then. */
export const notifiedAt = (key: ItemKey, until: Date): string =>
  afterNotifiedBefore(groupOf(key), until.toISOString());

/** When a stored item is scheduled; null when it is not. */
export const scheduledAtOf = ({ scheduled_at }: Item): string | null =>
  typeof scheduled_at === 'string' ? positionOf(scheduled_at).at : null;

/** When an item is scheduled, as a field of what it is read as; null when it is not. */
export const scheduledTime: Field<string | null> = {
  read: (stored) => scheduledAtOf({ scheduled_at: stored }),
};

/** The parts of a stored `scheduled_at`. */
export const positionOf = (scheduledAt: string): SchedulePosition => {
  const end = scheduledAt.lastIndexOf('/');
  const time = scheduledAt.slice(end + 1);
  const notified = time.startsWith(notified_prefix);
  return {
    group: scheduledAt.slice(0, end),
    notified,
    at: notified ? time.slice(notified_prefix.length) : time,
  };
};

/** The first position of notified work of a group that is checked again at or after a time. */
export const afterNotifiedBefore = (group: string, at: string): string =>
  `${group}/${notified_prefix}${at}`;

/** The first position of work of a group that was not notified: a year starts with a higher digit. */
export const afterNotified = (group: string): string => `${group}/0`;

/** The end of a group: this digit sorts directly after the slash. */
export const afterGroup = (group: string): string => `${group}0`;

const groupOf = (key: ItemKey): string => `${key.pk.slice(0, key.pk.indexOf('/'))}/${kindOf(key)}`;

/** Notified work sorts before other work. */
const notified_prefix = '!';

/** A shard of the index of scheduled work of one table. */
export type ScheduleShard = {
  readonly table: 'deliveries' | 'resources' | 'outbox';
  readonly shard: string;
};

/** So many of each table: as many as functions write to, or all that any setting has. */
export const scheduleShards = (count: number): readonly ScheduleShard[] =>
  (['deliveries', 'resources', 'outbox'] as const).flatMap((table) =>
    shardNames(count).map((shard) => ({ table, shard })),
  );

/** Overdue work: any item with a `scheduled_at`. */
export type ScheduledWork = {
  readonly key: ItemKey;
  readonly item: Item;
  /** As it is stored. */
  readonly scheduled_at: string;
  /** How many sweeps have found it since it last made progress. */
  readonly sweeps: number;
};

/** The moment of a sweep, for what is due now. */
export type Moment = {
  readonly now: string;
  /** Work of a kind that was not notified is selected when it was due before this. */
  readonly dueBefore: (kind: string) => string;
  /** Notified work that is checked again by then counts as in flight. */
  readonly inFlightUntil: string;
};

/** An entry of the index. */
type ScheduleEntry = { readonly key: ItemKey; readonly scheduled_at: string };

/** Some of the selected work of a shard, and the position of the next page; null at the end of the index. */
export type SchedulePage = {
  readonly entries: readonly ScheduleEntry[];
  readonly next: string | null;
};

/** Entries of the index in one read: more than are selected and counted of one group. */
const entries_max = 200;

/** Items of one business and kind that one round selects in a shard, so that every business gets its share. */
export const scheduled_items_max = 10;

/**
 * Messages of one business and kind that are in flight in a shard: more would only lengthen the queue. Work whose message
 * had no effect in time gets another one besides, with increasing delays.
 */
export const in_flight_max = 100;

/** The work of a shard that is notified next, page by page from a position on. A few pages skip any backlog of one business. */
export async function* schedulePages(
  db: Database,
  shard: ScheduleShard,
  from: string,
  moment: Moment,
): AsyncGenerator<SchedulePage> {
  let next: string | null = from;
  let selected = none('');
  while (next !== null) {
    const { items, last } = await db.query({
      ...partitionOf(shard),
      from: next,
      order: 'ascending',
      limit: entries_max,
    });
    const entries: ScheduleEntry[] = [];
    next = null;
    for (const item of items) {
      const { key, scheduled_at } = entryOf(shard, item);
      const entry = {
        position: positionOf(scheduled_at),
        dueBefore: moment.dueBefore(kindOf(key)),
      };
      if (entry.position.group !== selected.group) selected = none(entry.position.group);
      if (select(selected, entry, moment)) entries.push({ key, scheduled_at });
      if (scheduled_at === last) next = after(last, selected, entry, moment);
    }
    yield { entries, next };
  }
}

/**
 * The items of a business and kind that are scheduled between two moments and of which nobody was notified, the soonest
 * first: at most `most`, with its latest state. One round trip for each shard, and one for each 100 items.
 */
export const scheduledBetween = async (
  db: Database,
  {
    table,
    tenant,
    kind,
  }: { readonly table: ScheduleShard['table']; readonly tenant: string; readonly kind: string },
  { from, until, most }: { readonly from: Date; readonly until: Date; readonly most: number },
): Promise<Item[]> => {
  const [begin, end] = [from, until].map((at) => `${tenant}/${kind}/${at.toISOString()}`);
  const found = await Promise.all(
    shardNames(scheduleShardCount()).map((shard) =>
      db.query({
        ...partitionOf({ table, shard }),
        from: begin,
        below: end,
        order: 'ascending',
        limit: most,
      }),
    ),
  );
  const entries = found
    .flatMap(({ items }) => items.map((item) => entryOf({ table }, item)))
    .toSorted((one, other) => one.scheduled_at.localeCompare(other.scheduled_at));
  const soonest = entries.slice(0, most);
  return soonest.length > 0 ? (await scheduledWork(db, soonest)).map(({ item }) => item) : [];
};

/** The number of items in a shard, up to `most`. */
export const countIn = async (db: Database, shard: ScheduleShard, most: number): Promise<number> =>
  (await db.query({ ...partitionOf(shard), order: 'ascending', limit: most })).items.length;

/**
 * The items of entries, without those that are gone or scheduled otherwise meanwhile. The index lags behind, also behind
 * what this sweep has just postponed: that must not be postponed twice.
 */
export const scheduledWork = async (
  db: Database,
  entries: readonly ScheduleEntry[],
): Promise<ScheduledWork[]> => {
  const items = await db.batch(entries.map(({ key }) => key));
  return entries.flatMap((entry, position) => scheduledOf(entry, items[position]));
};

/** Schedules overdue work for later; stale when a worker leased it meanwhile. */
export const postponed = ({ key, scheduled_at, sweeps }: ScheduledWork, until: Date): Write => ({
  kind: 'set',
  key,
  values: { scheduled_at: notifiedAt(key, until), sweeps: sweeps + 1 },
  when: has('scheduled_at', scheduled_at),
});

/** Moves overdue work to the dead-letter shard, which no sweep reads. An operator finds it there and schedules it again. */
export const deadLettered = ({ key, scheduled_at }: ScheduledWork): Write => ({
  kind: 'set',
  key,
  values: { schedule_shard: deadLetterShard },
  when: has('scheduled_at', scheduled_at),
});

const partitionOf = ({ table, shard }: ScheduleShard) => ({
  table,
  index: 'due',
  partition: shard,
});

/** The selected messages of a group, and how many of its messages are in flight. */
type Selected = { readonly group: string; fresh: number; again: number; inFlight: number };

const none = (group: string): Selected => ({ group, fresh: 0, again: 0, inFlight: 0 });

type Entry = { readonly position: SchedulePosition; readonly dueBefore: string };

/** Whether an entry is selected; counts it, and its message where that is in flight. */
const select = (
  selected: Selected,
  { position, dueBefore }: Entry,
  { now, inFlightUntil }: Moment,
): boolean => {
  const { notified, at } = position;
  if (notified && at >= now && at <= inFlightUntil) selected.inFlight += 1;
  if (
    notified
      ? at >= now || selected.again === scheduled_items_max
      : at >= dueBefore || selected.fresh >= room(selected)
  )
    return false;
  selected[notified ? 'again' : 'fresh'] += 1;
  return true;
};

const room = ({ inFlight }: Selected): number =>
  Math.max(0, Math.min(scheduled_items_max, in_flight_max - inFlight));

/** The position to continue at when a page ended at an entry: after what is not selected of its group. */
const after = (
  last: string,
  selected: Selected,
  { position, dueBefore }: Entry,
  { now, inFlightUntil }: Moment,
): string => {
  const { group, notified, at } = position;
  // Between a position and itself with a blank sorts only what is due in the same millisecond: the next sweep finds it.
  const next = `${last} `;
  if (!notified)
    return at < dueBefore && selected.fresh < room(selected) ? next : afterGroup(group);
  if (at < now)
    return selected.again < scheduled_items_max ? next : afterNotifiedBefore(group, now);
  if (selected.inFlight >= in_flight_max) return afterGroup(group);
  return at <= inFlightUntil ? next : afterNotified(group);
};

const entryOf = (
  { table }: Pick<ScheduleShard, 'table'>,
  { pk, sk, scheduled_at }: Item,
): ScheduleEntry => ({
  key: { table, pk: String(pk), ...(sk !== undefined && { sk: String(sk) }), placed: true },
  scheduled_at: String(scheduled_at),
});

const scheduledOf = (
  { key, scheduled_at }: ScheduleEntry,
  item: Item | undefined,
): ScheduledWork[] =>
  item?.scheduled_at === scheduled_at
    ? [{ key, item, scheduled_at, sweeps: Number(item.sweeps ?? 0) }]
    : [];
