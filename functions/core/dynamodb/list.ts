import type { Database, Item, Partition, Range } from './client.ts';
import { type ItemKey, keyAttributesOf } from './keys.ts';
import { readOrError, UnreadableItem } from './stored-form.ts';

/** The part of a list that a caller requests. */
export type PageRequest = {
  readonly limit: number;
  /** The last sort key of the previous page. */
  readonly below?: string | undefined;
  /** The smallest sort key. */
  readonly from?: string | undefined;
  /** Gets the error of each unreadable item, which the page then lacks. Without it the read fails: nothing acts as if it had no such item. */
  readonly leaveOut?: ((error: UnreadableItem) => void) | undefined;
};

/** Whether what is read may lack what is unreadable. */
export type Lenient = Pick<PageRequest, 'leaveOut'>;

/** The result of reading an item; undefined if it is unreadable and a page may lack it. */
export const readOr = <T>(read: () => T, { leaveOut }: Lenient): T | undefined => {
  const found = readOrError(read);
  if (!(found instanceof UnreadableItem)) return found;
  if (!leaveOut) throw found;
  leaveOut(found);
  return undefined;
};

/** These items as they are read, without those that are unreadable if a page may lack them. */
export const readableOf = <Stored, T>(
  items: readonly Stored[],
  read: (item: Stored) => T,
  wanted: Lenient,
): T[] => items.map((item) => readOr(() => read(item), wanted)).filter((one) => one !== undefined);

/** The same of a page. */
export const readablePage = <Stored, T>(
  { items, next }: Page<Stored>,
  read: (item: Stored) => T,
  wanted: Lenient,
): Page<T> => ({ items: readableOf(items, read, wanted), next });

/** A page: its items, and its last sort key when another page follows; null otherwise. */
export type Page<T> = { readonly items: T[]; readonly next: string | null };

/**
 * One page of a list in memory whose items come and go: in descending order of their keys, whatever their order was. So the
 * cursor of a removed item goes on where that item was, and no page shows an item again.
 */
export const pageOf = <T>(
  all: readonly T[],
  { limit, below }: PageRequest,
  keyOf: (item: T) => string,
): Page<T> => {
  const keyed = all
    .map((item) => ({ at: keyOf(item), item }))
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const rest = below === undefined ? keyed : keyed.filter(({ at }) => at < below);
  return itemsOf(cut(rest, limit, null));
};

/** One page of a list that only another release changes, in its own order. Its cursor is a position. */
export const pageOfFixed = <T>(all: readonly T[], wanted: PageRequest): Page<T> => {
  const placed = all.map((item, position) => ({ at: String(fixed_items_max - position), item }));
  return itemsOf(pageOf(placed, wanted, ({ at }) => at));
};

/** Positions are counted down from here, so that all have as many digits. */
const fixed_items_max = 9_999;

/** A response of Lambda has at most 6 MB, so a page ends before. */
export const page_bytes_max = 4 * 1024 * 1024;

/** The first items that have so many bytes together, at least `least` of them. */
export const withinBytes = <T>(
  all: readonly T[],
  bytesOf: (one: T) => number,
  limit_bytes = page_bytes_max,
  least = 1,
): T[] => {
  let bytes = 0;
  return all.filter((one, position) => {
    bytes += bytesOf(one);
    return position < least || bytes <= limit_bytes;
  });
};

/**
 * Index entries that a page with a filter may read, of all its partitions together. Three steps, since most filters match
 * soon. The document says so at `limit` (list-query.ts).
 */
const filter_reads = [200, 800, 2_000];

/**
 * One page of a partition, or of several that are one list, newest first: one query of each, concurrently. With a filter the
 * page can be short although more follows.
 */
export const listPage = async (
  db: Database,
  partitions: Partition | readonly Partition[],
  wanted: PageRequest,
  filter?: Filter,
): Promise<Page<Item>> => itemsOf(await entriesOf(db, partitions, wanted, filter));

/** The number of entries of partitions, up to `most`. One query of each, concurrently. */
export const countUpTo = async (
  db: Database,
  partitions: Partition | readonly Partition[],
  most: number,
) => {
  const found = await Promise.all(
    [partitions].flat().map((partition) => db.query({ ...partition, limit: most + 1 })),
  );
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  return { count: Math.min(count, most), more: count > most };
};

/** Exact values of attributes of an index entry. */
export type Filter = NonNullable<Range['where']>;

/** Filters of a list by fields of its items, each with a value of the field. */
export type FilterBy<One, Name extends keyof One> = {
  readonly [name in Name]?: NonNullable<One[name]> | undefined;
};

/** A list whose index selects items and whose table has them, since an index lags behind. */
type Indexed<T> = {
  readonly partitions: Partition | readonly Partition[];
  /** The filter that the index applies. */
  readonly filter?: Filter | undefined;
  /** The key of the item of an entry. */
  readonly keyOf: (entry: Item) => ItemKey;
  readonly read: (item: Item) => T;
  /** Whether the item still matches. */
  readonly fits?: (one: T) => boolean;
};

/** Reads of the table for one page: again only when items no longer match their entries. */
const item_reads_max = 3;
/** Keys in one batch of DynamoDB. */
const batch_keys_max = 100;

/** One page of an indexed list: its queries, and one round trip for their items. */
export const indexedPage = async <T>(
  db: Database,
  { partitions, filter, keyOf, read, fits = () => true }: Indexed<T>,
  { limit, from, below, leaveOut }: PageRequest,
): Promise<Page<T>> => {
  const found: Entry<T | UnreadableItem>[] = [];
  let next: string | null = below ?? null;
  for (let reads = 0; reads < item_reads_max; reads++) {
    const size = reads === 0 ? limit : batch_keys_max;
    const page = await entriesOf(
      db,
      partitions,
      { limit: size, from, below: next ?? undefined },
      filter,
    );
    const items =
      page.items.length > 0 ? await db.batch(page.items.map(({ item }) => keyOf(item))) : [];
    for (const [position, { at }] of page.items.entries()) {
      const stored = items[position];
      const item = stored && readOrError(() => read(stored));
      if (item instanceof UnreadableItem && !leaveOut) throw item;
      // An unreadable item takes its place in the page, since nothing says whether it still matches.
      if (item instanceof UnreadableItem || (item !== undefined && fits(item)))
        found.push({ at, item });
    }
    next = page.next;
    // Fewer than requested although more follow: the filter has used its reads.
    if (next === null || found.length >= limit || page.items.length < size) break;
  }
  const page = itemsOf(cut(found, limit, next));
  const isRead = (one: T | UnreadableItem): one is T => !(one instanceof UnreadableItem);
  for (const one of page.items) if (!isRead(one)) leaveOut?.(one);
  return { ...page, items: page.items.filter(isRead) };
};

/** A list of a tenant's partition, and the partitions of an index that list it by filters. */
type Filtered<T> = Omit<Indexed<T>, 'partitions'> & {
  readonly own: Partition;
  /** Those of the index; undefined without a filter. */
  readonly partitions: Indexed<T>['partitions'] | undefined;
};

/** One page of a list with an optional filter: one query without. */
export const filteredPage = async <T>(
  db: Database,
  { own, partitions, ...listed }: Filtered<T>,
  wanted: PageRequest,
): Promise<Page<T>> => {
  if (partitions) return indexedPage(db, { ...listed, partitions }, wanted);
  return readablePage(await listPage(db, own, wanted), listed.read, wanted);
};

/**
 * The entries of all partitions down to where the first query ended: below that, another partition may have more. An entry
 * that changes partition meanwhile can be read in both.
 */
const readAll = async (
  db: Database,
  partitions: readonly Partition[],
  range: Omit<Range, keyof Partition | 'limit'>,
  limitAt: (position: number) => number,
) => {
  const read = await Promise.all(
    partitions.map(async (one, position) => ({
      ...(await db.query({ ...one, ...range, limit: limitAt(position) })),
      sort: keyAttributesOf(one).sort,
    })),
  );
  const last = read
    .flatMap(({ last: at }) => at ?? [])
    .toSorted()
    .at(-1);
  const entries = read.flatMap(({ items, sort }) =>
    items.map((item) => ({ at: String(item[sort]), item })),
  );
  const newestFirst = [...new Map(entries.map((entry) => [entry.at, entry])).values()].toSorted(
    (one, other) => (one.at < other.at ? 1 : -1),
  );
  const ended = read.map((one) => one.last === undefined);
  return { entries: newestFirst.filter(({ at }) => last === undefined || at >= last), last, ended };
};

/** An item with its sort key. */
type Entry<T> = { readonly at: string; readonly item: T };

const entriesOf = async (
  db: Database,
  some: Partition | readonly Partition[],
  { limit, from, below }: PageRequest,
  filter?: Filter,
): Promise<Page<Entry<Item>>> => {
  const partitions = [some].flat();
  // DynamoDB rejects a range whose ends are the wrong way round.
  if (from !== undefined && below !== undefined && from >= below) return { items: [], next: null };
  const found: Entry<Item>[] = [];
  let reached = below;
  // A partition that ended is read again as far as before, and leaves the rest of its share to the others.
  const enough: (number | undefined)[] = partitions.map(() => undefined);
  for (const reads of filter ? filter_reads : [limit + 1]) {
    const again = enough.reduce<number>((sum, one = 0) => sum + one, 0);
    const open = enough.filter((one) => one === undefined).length;
    const size = filter ? Math.floor((reads - again) / open) : reads;
    const range = { from, below: reached, where: filter };
    const { entries, last, ended } = await readAll(
      db,
      partitions,
      range,
      (position) => enough[position] ?? size,
    );
    for (const [position, isEnded] of ended.entries()) if (isEnded) enough[position] ??= size;
    found.push(...entries);
    reached = last;
    if (found.length > limit || last === undefined) break;
  }
  return cut(found, limit, reached ?? null);
};

/** A page ends at its limit, or where the reads ended. */
const cut = <T>(found: Entry<T>[], limit: number, next: string | null): Page<Entry<T>> =>
  found.length > limit
    ? { items: found.slice(0, limit), next: found[limit - 1]?.at ?? null }
    : { items: found, next };

const itemsOf = <T>({ items, next }: Page<Entry<T>>): Page<T> => ({
  items: items.map(({ item }) => item),
  next,
});

/** Whether an id is on the page that a caller requests, or on one after it. */
export const isWithin = (id: string, { from, below }: PageRequest): boolean =>
  (from === undefined || id >= from) && (below === undefined || id < below);

/** One page of the resources with these ids, newest first, read at once. */
export const pageOfIds = async <One extends { readonly id: string }>(
  ids: string,
  wanted: PageRequest,
  read: (ids: readonly string[]) => Promise<readonly One[]>,
): Promise<Page<One>> => {
  const within = [...new Set(ids.split(','))].filter((id) => isWithin(id, wanted));
  const found = await read(within.toSorted().toReversed());
  const items = found.slice(0, wanted.limit);
  return { items, next: found.length > items.length ? (items.at(-1)?.id ?? null) : null };
};
