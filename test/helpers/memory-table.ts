import type { Database, Item, Range } from '../../functions/store/database.ts';
import type { ItemKey } from '../../functions/store/table.ts';

/** Reads of one partition held in memory, as DynamoDB would answer them; counts the queries. */
export const aPartition = (items: readonly Item[]) => {
  const asked: Range[] = [];
  const newestFirst = items.toSorted((one, other) => (String(one.sk) < String(other.sk) ? 1 : -1));
  const query = async (range: Range) => {
    asked.push(range);
    const { from, below, where = {}, limit } = range;
    const inside = newestFirst.filter(({ sk }) => (!from || String(sk) >= from) && (!below || String(sk) < below));
    const read = inside.slice(0, limit);
    const found = read.filter((item) => Object.entries(where).every(([name, value]) => item[name] === value));
    const last = read.at(-1);
    // DynamoDB does not look whether anything follows what it was told to read.
    return read.length === limit && last ? { items: found, last: String(last.sk) } : { items: found };
  };
  const get = async ({ sk }: ItemKey) => items.find((item) => item.sk === sk);
  const batch = async (keys: readonly ItemKey[]) => Promise.all(keys.map(get));
  return { db: { query, get, batch } satisfies Database, asked };
};
