import { attributesOf, type Database, type Item, type Partition, type Range } from './client.ts';
import type { ItemKey } from './keys.ts';

/** What a caller asked to see of a list. */
export type Wanted = {
  readonly limit: number;
  /** The sort key that the page before ended at. */
  readonly below?: string | undefined;
  /** The smallest sort key to show. */
  readonly from?: string | undefined;
};

/** A page: its items, and the sort key at which the next begins; null when there is none. */
export type Page<T> = { readonly items: T[]; readonly next: string | null };

/** One page of a list that is all in memory, in its own order; `keyOf` names an item in the cursor. */
export const pageOf = <T>(all: readonly T[], { limit, below }: Wanted, keyOf: (item: T) => string): Page<T> => {
  const from = all.findIndex((item) => keyOf(item) === below) + 1;
  const items = all.slice(from, from + limit);
  const last = items.at(-1);
  return { items, next: last !== undefined && from + limit < all.length ? keyOf(last) : null };
};

/** An answer of Lambda is 6 MB at most: what is shown together ends before. */
export const shownBytesMax = 4 * 1024 * 1024;

/** The first of these that weigh so much together, one at least unless told otherwise. */
export const withinBytes = <T>(
  all: readonly T[],
  bytesOf: (one: T) => number,
  bytesMax = shownBytesMax,
  least = 1,
): T[] => {
  let bytes = 0;
  return all.filter((one, position) => {
    bytes += bytesOf(one);
    return position < least || bytes <= bytesMax;
  });
};

/**
 * What a page with a filter may read, entry by entry of an index, of all its places together: three times, since most
 * filters fit soon. The document says it at `limit` (contract/list-query.ts).
 */
const readsOfFilter = [200, 800, 2_000];

/**
 * One page of a partition, or of several that are one list, newest first: one query of each, all at once. A filter passes
 * over what does not fit, up to its reads; the page may then be short although more follows.
 */
export const listPage = async (
  db: Database,
  places: Partition | readonly Partition[],
  wanted: Wanted,
  filter?: Filter,
): Promise<Page<Item>> => shown(await entriesOf(db, places, wanted, filter));

/** How many entries some places have together: counted up to `most`, then there are more. One query of each, all at once. */
export const countUpTo = async (db: Database, places: Partition | readonly Partition[], most: number) => {
  const found = await Promise.all([places].flat().map((place) => db.query({ ...place, limit: most + 1 })));
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  return { count: Math.min(count, most), more: count > most };
};

/** Attributes that an entry of an index must have exactly so. */
export type Filter = Readonly<Record<string, string>>;

/** A list whose index says which and whose table says what, since an index may lag behind it. */
type Indexed<T> = {
  readonly places: Partition | readonly Partition[];
  /** What the index passes over by itself. */
  readonly filter?: Filter | undefined;
  /** Where the table has what an entry names. */
  readonly keyOf: (entry: Item) => ItemKey;
  readonly read: (item: Item) => T;
  /** Whether what the table has still fits. */
  readonly fits?: (one: T) => boolean;
};

/** How often a page asks the table what its entries are: again only where some do not fit what the index said. */
const bodyReadsMax = 3;
/** So many keys DynamoDB takes in one batch. */
const bodiesMax = 100;

/** One page of an indexed list: its queries, and one round trip for what the table has of them. */
export const indexedPage = async <T>(
  db: Database,
  { places, filter, keyOf, read, fits = () => true }: Indexed<T>,
  { limit, from, below }: Wanted,
): Promise<Page<T>> => {
  const found: Entry<T>[] = [];
  let next: string | null = below ?? null;
  for (let reads = 0; reads < bodyReadsMax; reads++) {
    const size = reads === 0 ? limit : bodiesMax;
    const page = await entriesOf(db, places, { limit: size, from, below: next ?? undefined }, filter);
    const bodies = page.items.length > 0 ? await db.batch(page.items.map(({ item }) => keyOf(item))) : [];
    for (const [position, { at }] of page.items.entries()) {
      const body = bodies[position];
      const item = body && read(body);
      if (item !== undefined && fits(item)) found.push({ at, item });
    }
    next = page.next;
    // Fewer than were asked for although more follow: the filter has spent its reads.
    if (next === null || found.length >= limit || page.items.length < size) break;
  }
  return shown(cut(found, limit, next));
};

/** A list of a tenant's own partition, and what lists of it by filters besides. */
type Filtered<T> = Omit<Indexed<T>, 'places'> & {
  readonly own: Partition;
  /** Where an index lists what fits; undefined where nothing is filtered. */
  readonly places: Indexed<T>['places'] | undefined;
};

/** One page of a list that may be filtered: one query where it is not. */
export const filteredPage = async <T>(
  db: Database,
  { own, places, ...listed }: Filtered<T>,
  wanted: Wanted,
): Promise<Page<T>> => {
  if (places) return indexedPage(db, { ...listed, places }, wanted);
  const { items, next } = await listPage(db, own, wanted);
  return { items: items.map(listed.read), next };
};

/**
 * What all places hold down to where the first of them stopped reading: below that, another might hold more. An entry that
 * an index moves from one place to the other may be met in both.
 */
const readAll = async (db: Database, places: readonly Partition[], range: Omit<Range, keyof Partition>) => {
  const read = await Promise.all(
    places.map(async (place) => ({ ...(await db.query({ ...place, ...range })), sort: attributesOf(place).sort })),
  );
  const last = read
    .flatMap(({ last: at }) => at ?? [])
    .toSorted()
    .at(-1);
  const entries = read.flatMap(({ items, sort }) => items.map((item) => ({ at: String(item[sort]), item })));
  const newestFirst = [...new Map(entries.map((entry) => [entry.at, entry])).values()].toSorted((one, other) =>
    one.at < other.at ? 1 : -1,
  );
  return { entries: newestFirst.filter(({ at }) => last === undefined || at >= last), last };
};

/** An item with the sort key that it lies at. */
type Entry<T> = { readonly at: string; readonly item: T };

const entriesOf = async (
  db: Database,
  given: Partition | readonly Partition[],
  { limit, from, below }: Wanted,
  filter?: Filter,
): Promise<Page<Entry<Item>>> => {
  const places = [given].flat();
  // DynamoDB refuses a range whose ends are the wrong way round.
  if (from !== undefined && below !== undefined && from >= below) return { items: [], next: null };
  const found: Entry<Item>[] = [];
  let reached = below;
  for (const size of filter ? readsOfFilter.map((all) => Math.floor(all / places.length)) : [limit + 1]) {
    const { entries, last } = await readAll(db, places, { from, below: reached, where: filter, limit: size });
    found.push(...entries);
    reached = last;
    if (found.length > limit || last === undefined) break;
  }
  return cut(found, limit, reached ?? null);
};

/** A page ends at its limit, or where reading ended. */
const cut = <T>(found: Entry<T>[], limit: number, next: string | null): Page<Entry<T>> =>
  found.length > limit ? { items: found.slice(0, limit), next: found[limit - 1]?.at ?? null } : { items: found, next };

const shown = <T>({ items, next }: Page<Entry<T>>): Page<T> => ({ items: items.map(({ item }) => item), next });
