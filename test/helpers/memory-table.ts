import assert from 'node:assert/strict';
import type { Write } from '../../functions/store/change.ts';
import { attributesOf, type Database, type Item, type Range } from '../../functions/store/database.ts';
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

/** Reads of what was put, in memory: every table and index by the keys of its declaration. Counts what is asked. */
export const memoryDatabase = (writes: readonly Write[]) => {
  const asked = { queries: 0, entries: 0, batches: 0 };
  const stored: { table: string; item: Item }[] = writes.flatMap((write) =>
    write.kind === 'put'
      ? [{ table: write.key.table, item: { ...write.item, pk: write.key.pk, sk: write.key.sk } }]
      : [],
  );
  const find = (key: ItemKey) =>
    stored.find(({ table, item }) => table === key.table && item.pk === key.pk && item.sk === key.sk)?.item as Item;
  const query = async (range: Range) => {
    const { partition, sort } = attributesOf(range);
    const lying = stored.filter(({ table, item }) => table === range.table && item[partition] === range.partition);
    const { db } = aPartition(lying.map(({ item }) => ({ ...item, sk: item[sort] })));
    const found = await db.query(range);
    asked.queries += 1;
    asked.entries += range.limit;
    return { ...found, items: found.items.map((item) => ({ ...item, [sort]: item.sk })) };
  };
  const batch = async (keys: readonly ItemKey[]) => {
    assert.equal(new Set(keys.map(({ table, pk, sk }) => `${table} ${pk} ${sk}`)).size, keys.length, 'one key twice');
    assert.ok(keys.length <= 100, `${keys.length} keys at once`);
    asked.batches += 1;
    return keys.map(find);
  };
  return { db: { query, batch, get: async (key) => find(key) } satisfies Database, asked };
};
