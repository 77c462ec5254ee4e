import { type Amounts, writesName } from '../../core/counters/names.ts';
import {
  activityPlace,
  type CounterPlace,
  counterPartitions,
  deliveryPlaces,
  hourAt,
  hourName,
} from '../../core/counters/places.ts';
import { amountsIn } from '../../core/counters/read.ts';
import type { Database, Found, Item, Partition } from '../../core/dynamodb/client.ts';
import { itemExpiresAt, keys, partitions } from '../../core/dynamodb/keys.ts';
import { readEach, type UnreadableItem } from '../../core/dynamodb/stored-form.ts';
import { logUnreadable } from '../../core/dynamodb/unreadable.ts';
import { has, isNew } from '../../core/dynamodb/writes.ts';
import type { ResourceType } from '../../core/ids.ts';
import { savedOne } from '../../core/jobs/batch.ts';
import { firstIdAt } from '../../core/new-id.ts';
import type { Work } from '../../core/outbox/unit-of-work.ts';
import { addedUp, changedAt, differenceOf, textOfKey } from './count.ts';
import { countedIn, momentOf } from './counted.ts';

/**
 * The outcome of an hour. `changing` was not compared, since it changed too recently. `unreadable` has an item that cannot
 * be read: its counters stay as they are until the item is repaired.
 */
export type ComparedHour = {
  readonly outcome: 'equal' | 'repaired' | 'changing' | 'unreadable';
  /** How many items were read. */
  readonly items: number;
  /** The amounts added to each place that was wrong. */
  readonly repairs: Readonly<Record<string, Amounts>>;
};

/** A change is in tables, in their indexes and in every list of them after so long. */
const settled_ms = 2 * 60_000;

/** So far back counters are compared: what figures show at most, and a day. */
const compared_ms = 31 * 24 * 3_600_000;

const hour_ms = 3_600_000;

/** So many items are read at once. */
const page_items = 500;

type Counted = { readonly kind: ResourceType; readonly list: Partition };

/** The lists whose items are counted. */
const listsOf = (tenant: string): readonly Counted[] => [
  ...(['customer', 'verification', 'authorization'] as const).map((kind) => ({
    kind,
    list: { table: 'resources', partition: `${tenant}/${kind}` } as const,
  })),
  {
    kind: 'delivery',
    list: {
      table: 'deliveries',
      index: 'by_tenant',
      partition: partitions.deliveriesOfTenant(tenant),
    },
  },
];

/** Where to look for the next hour: before one, or up to now. */
type Before = { readonly before: string | null; readonly now: Date; readonly isComplete: boolean };

/**
 * The newest hour in which something was created or counted; undefined if there is none. Expired
 * items stay counted: once all was counted, an hour from which something can be gone is not
 * compared again.
 */
export const nextHour = async (
  db: Database,
  tenant: string,
  { before, now, isComplete }: Before,
) => {
  const since = new Date(Math.floor((now.getTime() - compared_ms) / hour_ms) * hour_ms);
  const end = before === null ? undefined : hourAt(before);
  if (end && end <= since) return undefined;
  const created = listsOf(tenant).map(async ({ kind, list }) => {
    const range = { from: firstIdAt(kind, since), below: end && firstIdAt(kind, end), limit: 1 };
    const { items } = await db.query({ ...list, ...range });
    return items.map(({ id, sk }) => hourName(momentOf(String(kind === 'delivery' ? id : sk))));
  });
  const counted = [counterPartitions.activity(tenant), counterPartitions.deliveries(tenant)].map(
    async (partition) => {
      const range = { from: hourName(since), below: before ?? undefined, limit: 1 };
      const { items } = await db.query({ table: 'counters', partition, ...range });
      return items.map(({ sk }) => String(sk));
    },
  );
  const hour = (await Promise.all([...created, ...counted])).flat().toSorted().at(-1);
  return hour !== undefined && isComplete && !isWhole(hour, now) ? undefined : hour;
};

/** Whether all that was created in an hour is still stored. */
const isWhole = (hour: string, now: Date): boolean =>
  (['deliveriesDays', 'declinedAuthorizationsDays'] as const).every((kind) => {
    const ends_s = itemExpiresAt(kind, hourAt(hour).toISOString());
    return ends_s === undefined || ends_s > now.getTime() / 1000;
  });

/**
 * Compares the counters of an hour with the items that they count, and sets those that are wrong unless they were written
 * meanwhile. From then on `count-changes` leaves out the changes that the items had already.
 */
export const compareHour = async (
  tenant: string,
  name: string,
  work: Work,
): Promise<ComparedHour> => {
  const { items } = await work.db.query({
    table: 'resources',
    partition: `${tenant}/webhook`,
    limit: page_items,
  });
  return compareAt(
    tenant,
    name,
    items.map(({ sk }) => String(sk)),
    work,
  );
};

const compareAt = async (
  tenant: string,
  name: string,
  webhooks: readonly string[],
  work: Work,
): Promise<ComparedHour> => {
  const moment = hourAt(name);
  const compared_to = new Date(work.deadline.now.getTime() - settled_ms).toISOString();
  // Before the items, so that nothing is counted that the items lack.
  const places = [
    activityPlace(tenant, moment),
    ...webhooks.flatMap((webhook) => deliveryPlaces(tenant, webhook, moment).slice(1)),
    ...deliveryPlaces(tenant, '', moment).slice(0, 1),
  ];
  const known = await work.db.batch(places.map(({ key }) => key));
  const { wanted, items, newest, unreadable } = await readItems(work.db, tenant, moment);
  for (const error of unreadable) logUnreadable(error);
  if (unreadable.length > 0) return { outcome: 'unreadable', items, repairs: {} };
  if (newest > compared_to) return { outcome: 'changing', items, repairs: {} };
  const unknown = [...wanted.keys()].filter(
    (key) => !places.some((place) => textOfKey(place.key) === key),
  );
  if (unknown.length > 0) {
    const others = unknown.map((key) => String(key.split(/[/ ]/)[1]));
    return compareAt(tenant, name, [...webhooks, ...others], work);
  }
  const repairs: Record<string, Amounts> = {};
  for (const [nth, place] of places.entries()) {
    const amounts = wanted.get(textOfKey(place.key)) ?? {};
    const wrong = wrongIn(amounts, amountsIn(known[nth]));
    if (!wrong) continue;
    if (!(await set(place, known[nth], amounts, compared_to, work)))
      return { outcome: 'changing', items, repairs };
    repairs[place.key.pk] = wrong;
  }
  return { outcome: Object.keys(repairs).length > 0 ? 'repaired' : 'equal', items, repairs };
};

/** The amounts that counters lack; undefined if they are right. A counter that does not exist is zero. */
const wrongIn = (wanted: Amounts, known: Amounts): Amounts | undefined => {
  const wrong = Object.entries(differenceOf(wanted, known)).filter(([, amount]) => amount !== 0);
  return wrong.length > 0 ? Object.fromEntries(wrong) : undefined;
};

type Read = {
  /** The amounts of each place, by its key. */
  readonly wanted: ReadonlyMap<string, Amounts>;
  readonly items: number;
  /** When the last of them was changed. */
  readonly newest: string;
  readonly unreadable: readonly UnreadableItem[];
};

/** The sums of the items of an hour. */
const readItems = async (db: Database, tenant: string, moment: Date): Promise<Read> => {
  const wanted = new Map<string, Amounts>();
  const unreadable: UnreadableItem[] = [];
  let [items, newest] = [0, ''];
  for (const counted of listsOf(tenant))
    for await (const page of pagesOf(db, tenant, counted, moment)) {
      items += page.length;
      for (const item of page) if (changedAt(item) > newest) newest = changedAt(item);
      const read = readEach(page, countedIn);
      unreadable.push(...read.unreadable);
      const all = read.readable.flat();
      for (const [key, of] of Map.groupBy(all, ({ place }) => textOfKey(place.key)))
        wanted.set(key, addedUp([wanted.get(key) ?? {}, ...of.map(({ amounts }) => amounts)]));
    }
  return { wanted, items, newest, unreadable };
};

/** The items of a list that were created in an hour. */
async function* pagesOf(
  db: Database,
  tenant: string,
  { kind, list }: Counted,
  moment: Date,
): AsyncGenerator<Item[]> {
  const from = firstIdAt(kind, moment);
  let below: string | undefined = firstIdAt(kind, new Date(moment.getTime() + hour_ms));
  while (below !== undefined) {
    const found: Found = await db.query({ ...list, from, below, limit: page_items });
    if (kind !== 'delivery') yield found.items;
    else {
      const all = found.items.map(({ id }) => keys.delivery(tenant, String(id)));
      yield (all.length > 0 ? await db.batch(all, ['deliveries']) : []).filter(
        (item) => item !== undefined,
      );
    }
    below = found.last;
  }
}

/** Sets the counters of a place over those that were read; false if they were written meanwhile. */
const set = (
  { key, expires_at_s }: CounterPlace,
  known: Item | undefined,
  amounts: Amounts,
  compared_to: string,
  work: Work,
): Promise<boolean> => {
  // Without the last records of shards: whatever was counted of them is from before `compared_to`.
  const writes = Number(known?.[writesName] ?? 0);
  return savedOne(work, {
    kind: 'put',
    key,
    item: { ...amounts, [writesName]: writes + 1, compared_to, expires_at_s },
    when: known ? has(writesName, writes) : isNew,
  });
};
