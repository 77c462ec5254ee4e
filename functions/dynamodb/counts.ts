import { attributesOf, type Database, type Partition } from './client.ts';
import type { Filter } from './list.ts';

/** How many entries a span has; `more`: at least so many. */
export type Count = { readonly count: number; readonly more: boolean };

/** What is counted: a partition, and what its entries must have besides. */
export type Counted = Partition & { readonly where?: Filter };

/** So many entries are read at once, newest first; where there are more, the database counts them by span. */
const entriesRead = 1_000;

/**
 * The entries of a partition in each span: from one of these sort keys, oldest first, to the next one, the last without an
 * end. No entry has one of these keys. A span has at most `reads_max` reads of 1 MB, and `more` above that.
 */
export const countBySpan = async (
  db: Database,
  place: Counted,
  firsts: readonly string[],
  reads_max: number,
): Promise<Count[]> => {
  const { where = {}, ...partition } = place;
  const { sort } = attributesOf(place);
  const { items, last } = await db.query({ ...partition, from: firsts[0], limit: entriesRead });
  const spanOf = (key: string) => firsts.findLastIndex((first) => first <= key);
  const wanted = items.filter((item) => Object.entries(where).every(([name, value]) => item[name] === value));
  const read = Map.groupBy(wanted, (item) => spanOf(String(item[sort])));
  // The span in which the reading stopped is counted with those before it.
  const readFrom = last === undefined ? 0 : spanOf(last) + 1;
  return Promise.all(
    firsts.map((from, span) =>
      span >= readFrom
        ? { count: read.get(span)?.length ?? 0, more: false }
        : db.count({ ...place, from, below: firsts[span + 1] }, reads_max),
    ),
  );
};

/** The counts of several partitions together, span by span. */
export const sumBySpan = (counts: readonly (readonly Count[])[]): Count[] =>
  (counts[0] ?? []).map((_, span) => ({
    count: counts.reduce((sum, of) => sum + (of[span]?.count ?? 0), 0),
    more: counts.some((of) => of[span]?.more),
  }));
