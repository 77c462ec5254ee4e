import assert from 'node:assert/strict';
import {
  attributesOf,
  type Connection,
  type Database,
  type Item,
  type Range,
} from '../../functions/dynamodb/client.ts';
import type { ItemKey, TableName } from '../../functions/dynamodb/keys.ts';
import { always, type Write } from '../../functions/dynamodb/writes.ts';
import { holds, type Terms } from './expressions.ts';
import { cancelled } from './scripted-connection.ts';

/** Reads of one partition held in memory, as DynamoDB would answer them; counts the queries. */
export const aPartition = (items: readonly Item[]) => {
  const asked: Range[] = [];
  const oldestFirst = items.toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
  const sks = oldestFirst.map(({ sk }) => String(sk));
  const query = async (range: Range) => {
    asked.push(range);
    const { from, below, where = {}, limit, order } = range;
    const [first, end] = [from ? placeOf(sks, from) : 0, below ? placeOf(sks, below) : sks.length];
    const read =
      order === 'ascending'
        ? oldestFirst.slice(first, Math.min(end, first + limit))
        : oldestFirst.slice(Math.max(first, end - limit), Math.max(first, end)).toReversed();
    const found = read.filter((item) => Object.entries(where).every(([name, value]) => item[name] === value));
    const last = read.at(-1);
    // DynamoDB does not look whether anything follows what it was told to read.
    return read.length === limit && last ? { items: found, last: String(last.sk) } : { items: found };
  };
  const get = async ({ sk }: ItemKey) => items.find((item) => item.sk === sk);
  const batch = async (keys: readonly ItemKey[]) => Promise.all(keys.map(get));
  return { db: { query, get, batch } satisfies Database, asked };
};

/** How many of the sorted texts come before one. */
const placeOf = (sorted: readonly string[], text: string): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Reads of what was put, in memory: every table and index by the keys of its declaration. Counts what is asked. */
export const memoryDatabase = (writes: readonly Write[]) => {
  const asked = { queries: 0, entries: 0, batches: 0 };
  const stored = new Map<string, { readonly table: string; item: Item }>();
  const nameOf = ({ table, pk, sk }: ItemKey) => [table, pk, sk].join(' ');
  const find = (key: ItemKey) => stored.get(nameOf(key))?.item;
  /** By table and by what was asked for, until something is written to the table. */
  const partitions = new Map<string, Map<string, ReturnType<typeof aPartition>>>();
  /** Puts, sets where an attribute still has a value, or deletes; false where the condition of `set` does not hold. */
  const write = ({ key, ...write }: Write): boolean => {
    const { table, pk, sk } = key;
    const item = find(key) ?? {};
    partitions.delete(table);
    const { names = {}, values = {} } = write.when;
    if (write.kind === 'set' && names['#attribute'] && item[names['#attribute']] !== values[':value']) return false;
    if (write.kind === 'delete') return stored.delete(nameOf(key));
    stored.set(nameOf(key), {
      table,
      item: { ...(write.kind === 'put' ? write.item : { ...item, ...write.values }), pk, sk },
    });
    return true;
  };
  for (const one of writes) write(one);
  const partitionOf = (range: Range): ReturnType<typeof aPartition> => {
    const { partition, sort } = attributesOf(range);
    const ofTable = partitions.get(range.table) ?? new Map();
    partitions.set(range.table, ofTable);
    const name = JSON.stringify([partition, range.partition, sort]);
    const known = ofTable.get(name);
    if (known) return known;
    const lying = [...stored.values()].filter(
      ({ table, item }) => table === range.table && item[partition] === range.partition,
    );
    const made = aPartition(lying.map(({ item }) => ({ ...item, lies: item.sk, sk: item[sort] })));
    ofTable.set(name, made);
    return made;
  };
  const query = async (range: Range) => {
    const { sort } = attributesOf(range);
    const found = await partitionOf(range).db.query(range);
    asked.queries += 1;
    asked.entries += range.limit;
    return { ...found, items: found.items.map(({ lies, ...item }): Item => ({ ...item, [sort]: item.sk, sk: lies })) };
  };
  const batch = async (keys: readonly ItemKey[]) => {
    assert.equal(new Set(keys.map(nameOf)).size, keys.length, 'one key twice');
    assert.ok(keys.length <= 100, `${keys.length} keys at once`);
    asked.batches += 1;
    return keys.map(find);
  };
  return { db: { query, batch, get: async (key) => find(key) } satisfies Database, asked, find, write };
};

type Memory = ReturnType<typeof memoryDatabase>;

type TransactItem = {
  readonly Put?: Terms & { readonly TableName: string; readonly Item: Item };
  readonly ConditionCheck?: Terms & { readonly TableName: string; readonly Key: Item };
};

/** Writes transactions of puts and checks into what is in memory, all of one or nothing, under their conditions, at one instant. */
export const memoryConnection = ({ find, write }: Memory, before: () => void, after: () => void): Connection => {
  const send = async ({ input }: { readonly input: { readonly TransactItems: readonly TransactItem[] } }) => {
    before();
    const parts = input.TransactItems.map(({ Put, ConditionCheck }) => {
      const { pk, sk, ...item } = Put?.Item ?? ConditionCheck?.Key ?? assert.fail('only puts and checks');
      const physical = Put?.TableName ?? ConditionCheck?.TableName ?? '';
      const table = (physical.split('-').at(-1) ?? '') as TableName;
      const key: ItemKey = { table, pk: String(pk), ...(sk !== undefined && { sk: String(sk) }) };
      return { key, item: Put && item, condition: Put ?? ConditionCheck ?? {} };
    });
    const held = parts.map(({ key, condition }) => holds(find(key), condition));
    if (held.includes(false)) throw cancelled(...held.map((one) => (one ? 'None' : 'ConditionalCheckFailed')));
    for (const { key, item } of parts) if (item) write({ kind: 'put', key, item, when: always });
    after();
    return {};
  };
  return { client: { send } } as unknown as Connection;
};
