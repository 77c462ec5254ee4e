import { attributesOf, type Database, type Item, type Partition } from './database.ts';

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

/** A filtered page reads at most this often and this much, so that a filter never turns a list into a scan. */
const queriesMax = 3;
const itemsReadMax = 200;

/** One page of a partition, newest first: one query, or with a filter up to three. It may then be short although more follows. */
export const listPage = async (
  db: Database,
  place: Partition,
  { limit, from, below }: Wanted,
  where?: Readonly<Record<string, string>>,
): Promise<Page<Item>> => {
  // DynamoDB refuses a range whose ends are the wrong way round.
  if (from !== undefined && below !== undefined && from >= below) return { items: [], next: null };
  const found: Item[] = [];
  let reached = below;
  for (let queries = 0; queries < (where ? queriesMax : 1); queries++) {
    const size = where ? itemsReadMax : limit + 1;
    const { items, last } = await db.query({ ...place, from, below: reached, where, limit: size });
    found.push(...items);
    if (found.length > limit)
      return { items: found.slice(0, limit), next: String(found[limit - 1]?.[attributesOf(place).sort]) };
    if (last === undefined) return { items: found, next: null };
    reached = last;
  }
  return { items: found, next: reached ?? null };
};
