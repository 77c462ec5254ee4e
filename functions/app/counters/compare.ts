import type { PartialHour } from '../../core/counters/comparison-table.ts';
import { type Amounts, writesName } from '../../core/counters/names.ts';
import {
  activityPlace,
  type CounterPlace,
  counterPartitions,
  deliveryPlaces,
  hourAfter,
  hourAt,
  hourName,
} from '../../core/counters/places.ts';
import { amountsIn } from '../../core/counters/read.ts';
import type { Database, Item, Partition } from '../../core/dynamodb/client.ts';
import { itemExpiresAt, keys, partitions } from '../../core/dynamodb/keys.ts';
import { readEach } from '../../core/dynamodb/stored-form.ts';
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
 * be read: its counters stay as they are until the item is repaired. `partial` has more items than were to be read.
 */
export type ComparedHour = {
  /** How many items were read. */
  readonly items: number;
} & (
  | { readonly outcome: 'equal' | 'changing' | 'unreadable' }
  /** The amounts added to each place that was wrong. */
  | { readonly outcome: 'repaired'; readonly repairs: Readonly<Record<string, Amounts>> }
  | { readonly outcome: 'partial'; readonly partial: PartialHour }
);

/** A change is in tables, in their indexes and in every list of them after so long. */
const settled_ms = 2 * 60_000;

/** So far back counters are compared: what figures show at most, and a day. */
const compared_ms = 31 * 24 * 3_600_000;

/** Nothing of an hour expires while it is read: as long as a function runs at most. */
const reading_ms_max = 15 * 60_000;

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
  const since = hourAt(hourName(new Date(now.getTime() - compared_ms)));
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

/** Whether all that was created in an hour is stored until it has been read. */
const isWhole = (hour: string, now: Date): boolean =>
  (['deliveriesDays', 'declinedAuthorizationsDays'] as const).every((kind) => {
    const ends_s = itemExpiresAt(kind, hourAt(hour).toISOString());
    return ends_s === undefined || ends_s > (now.getTime() + reading_ms_max) / 1000;
  });

/**
 * Compares the counters of an hour with the items that they count, and sets those that are wrong unless they were written
 * meanwhile. From then on `count-changes` leaves out the changes that the items had already. It reads so many items, or a
 * page more, and continues a partial hour.
 */
export const compareHour = async (
  tenant: string,
  of: string | PartialHour,
  work: Work,
  items_max = Number.POSITIVE_INFINITY,
): Promise<ComparedHour> => {
  if (typeof of !== 'string') return readOn(tenant, { ...of, known: undefined }, work, items_max);
  const { items } = await work.db.query({
    table: 'resources',
    partition: `${tenant}/webhook`,
    limit: page_items,
  });
  const webhooks = items.map(({ sk }) => String(sk));
  return readOn(tenant, await begin(tenant, of, webhooks, work), work, items_max);
};

/** An hour in progress, with its counters as they were at first; unknown in a later invocation. */
type HourInProgress = PartialHour & { readonly known: readonly (Item | undefined)[] | undefined };

const placesOf = (tenant: string, { hour, webhooks }: Pick<PartialHour, 'hour' | 'webhooks'>) => {
  const moment = hourAt(hour);
  return [
    activityPlace(tenant, moment),
    ...webhooks.flatMap((webhook) => deliveryPlaces(tenant, webhook, moment).slice(1)),
    ...deliveryPlaces(tenant, '', moment).slice(0, 1),
  ];
};

/** The counters are read before the items, so that nothing is counted that the items lack. */
const begin = async (
  tenant: string,
  hour: string,
  webhooks: readonly string[],
  { db, deadline }: Work,
): Promise<HourInProgress> => {
  const places = placesOf(tenant, { hour, webhooks });
  const known = await db.batch(places.map(({ key }) => key));
  const writes = places.map(({ key }, nth) => [textOfKey(key), writesIn(known[nth])] as const);
  return {
    hour,
    webhooks,
    known,
    compared_to: new Date(deadline.now.getTime() - settled_ms).toISOString(),
    writes: Object.fromEntries(writes),
    list: 0,
    below: null,
    sums: {},
    is_unreadable: false,
  };
};

const readOn = async (
  tenant: string,
  from: HourInProgress,
  work: Work,
  items_max: number,
): Promise<ComparedHour> => {
  let [at, items] = [from, 0];
  for (let counted = listsOf(tenant)[at.list]; counted; counted = listsOf(tenant)[at.list]) {
    if (items >= items_max) {
      const { known, ...partial } = at;
      return { outcome: 'partial', items, partial };
    }
    const { page, below } = await countedPageOf(work.db, tenant, counted, at);
    items += page.length;
    if (page.some((item) => changedAt(item) > at.compared_to))
      return { outcome: 'changing', items };
    at = { ...withPage(at, page), list: below === null ? at.list + 1 : at.list, below };
  }
  if (at.is_unreadable) return { outcome: 'unreadable', items };
  const places = new Set(placesOf(tenant, at).map(({ key }) => textOfKey(key)));
  const others = Object.keys(at.sums).filter((key) => !places.has(key));
  if (others.length === 0) return { ...(await repair(tenant, at, work)), items };
  // Deliveries of webhooks that were deleted long ago: once more, with their counters.
  const webhooks = [...at.webhooks, ...others.map((key) => String(key.split(/[/ ]/)[1]))];
  const again = await begin(tenant, at.hour, webhooks, work);
  const compared = await readOn(tenant, again, work, Math.max(0, items_max - items));
  return { ...compared, items: items + compared.items };
};

/** The sums with those of a page more. */
const withPage = (at: HourInProgress, page: readonly Item[]): HourInProgress => {
  const { readable, unreadable } = readEach(page, countedIn);
  for (const error of unreadable) logUnreadable(error);
  const sums: Record<string, Amounts> = { ...at.sums };
  for (const [key, of] of Map.groupBy(readable.flat(), ({ place }) => textOfKey(place.key)))
    sums[key] = addedUp([sums[key] ?? {}, ...of.map(({ amounts }) => amounts)]);
  return { ...at, sums, is_unreadable: at.is_unreadable || unreadable.length > 0 };
};

/** Sets the counters that differ from the sums of all items. */
const repair = async (tenant: string, at: HourInProgress, work: Work): Promise<Repair> => {
  const places = placesOf(tenant, at);
  const known = at.known ?? (await work.db.batch(places.map(({ key }) => key)));
  const repairs: Record<string, Amounts> = {};
  for (const [nth, place] of places.entries()) {
    const [key, item] = [textOfKey(place.key), known[nth]];
    const amounts = at.sums[key] ?? {};
    const wrong = wrongIn(amounts, amountsIn(item));
    if (!wrong) continue;
    const isSame = writesIn(item) === at.writes[key];
    if (!(isSame && (await set(place, item, amounts, at.compared_to, work))))
      return { outcome: 'changing' };
    repairs[place.key.pk] = wrong;
  }
  return Object.keys(repairs).length > 0 ? { outcome: 'repaired', repairs } : { outcome: 'equal' };
};

type Repair =
  | { readonly outcome: 'equal' | 'changing' }
  | { readonly outcome: 'repaired'; readonly repairs: Readonly<Record<string, Amounts>> };

const writesIn = (item: Item | undefined): number => Number(item?.[writesName] ?? 0);

/** The amounts that counters lack; undefined if they are right. A counter that does not exist is zero. */
const wrongIn = (wanted: Amounts, known: Amounts): Amounts | undefined => {
  const wrong = Object.entries(differenceOf(wanted, known)).filter(([, amount]) => amount !== 0);
  return wrong.length > 0 ? Object.fromEntries(wrong) : undefined;
};

/** The next items of a list that were created in an hour, and where the page after them begins; null at the end. */
const countedPageOf = async (
  db: Database,
  tenant: string,
  { kind, list }: Counted,
  { hour, below }: Pick<PartialHour, 'hour' | 'below'>,
): Promise<{ readonly page: Item[]; readonly below: string | null }> => {
  const range = {
    from: firstIdAt(kind, hourAt(hour)),
    below: below ?? firstIdAt(kind, hourAt(hourAfter(hour))),
  };
  const { items, last = null } = await db.query({ ...list, ...range, limit: page_items });
  if (kind !== 'delivery' || items.length === 0) return { page: items, below: last };
  const all = items.map(({ id }) => keys.delivery(tenant, String(id)));
  const page = await db.batch(all, ['deliveries']);
  return { page: page.filter((item) => item !== undefined), below: last };
};

/** Sets the counters of a place over those that were read; false if they were written meanwhile. */
const set = (
  { key, expires_at_s }: CounterPlace,
  known: Item | undefined,
  amounts: Amounts,
  compared_to: string,
  work: Work,
): Promise<boolean> => {
  // Without the last records of shards: whatever was counted of them is from before `compared_to`.
  const writes = writesIn(known);
  return savedOne(work, {
    kind: 'put',
    key,
    item: { ...amounts, [writesName]: writes + 1, compared_to, expires_at_s },
    when: known ? has(writesName, writes) : isNew,
  });
};
