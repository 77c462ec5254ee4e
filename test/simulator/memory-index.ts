import assert from 'node:assert/strict';
import type { Item } from '../../functions/dynamodb/client.ts';
import { fits } from './expressions.ts';

/** What the store asks of an index (functions/dynamodb/client.ts). */
export type QueryInput = {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: Item;
  readonly ScanIndexForward: boolean;
  /** Absent where entries are counted. */
  readonly Limit?: number;
};

type Entry = { readonly id: string; readonly partition: string; readonly sort: string; readonly item: Item };

/** Items by partition in the order of their sort keys; with `include`, keys and these attributes only, as an index has them. */
export const indexOf = (partition: string, sort: string, include?: readonly string[]) => {
  const partitions = new Map<string, Entry[]>();
  const placed = new Map<string, Entry>();
  const attributes = include && [...new Set(['pk', 'sk', partition, sort, ...include])];
  const entryOf = (id: string, item: Item | undefined): Entry | undefined => {
    const [of, by] = [item?.[partition], item?.[sort]];
    if (!item || typeof of !== 'string' || typeof by !== 'string') return undefined;
    return { id, partition: of, sort: by, item: attributes ? pick(item, attributes) : item };
  };
  const put = (id: string, item: Item | undefined) => {
    const [before, entry] = [placed.get(id), entryOf(id, item)];
    const from = before && partitions.get(before.partition);
    const at = from ? positionOf(from, before.sort, id) : 0;
    if (entry) placed.set(id, entry);
    else placed.delete(id);
    // What keeps its place is replaced there: to take it out and in again moves all entries behind it.
    if (from && before.partition === entry?.partition && before.sort === entry.sort) {
      from[at] = entry;
      return;
    }
    from?.splice(at, 1);
    if (!entry) return;
    const lying = partitions.get(entry.partition) ?? [];
    partitions.set(entry.partition, lying);
    lying.splice(positionOf(lying, entry.sort, id), 0, entry);
  };
  const query = (input: QueryInput) => {
    const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, ScanIndexForward } = input;
    const { Limit = Number.POSITIVE_INFINITY } = input;
    assert.match(input.KeyConditionExpression, keyCondition, 'a key condition that the tables in memory do not know');
    assert.deepEqual([names['#partition'], names['#sort'] ?? sort], [partition, sort]);
    const { ':partition': of, ':from': from, ':below': below } = values;
    const lying = partitions.get(String(of)) ?? [];
    const first = typeof from === 'string' ? positionOf(lying, from, '') : 0;
    // A range with both ends includes the upper one, as BETWEEN does.
    const isBetween = typeof from === 'string' && typeof below === 'string';
    assert.ok(!isBetween || from <= below, 'DynamoDB refuses a range that ends before it begins');
    const end = typeof below === 'string' ? positionOf(lying, below, isBetween ? afterAll : '') : lying.length;
    const read = (
      ScanIndexForward
        ? lying.slice(first, Math.min(end, first + Limit))
        : lying.slice(Math.max(first, end - Limit), end).reverse()
    ).map(({ item }) => item);
    const last = read.length === Limit ? read.at(-1) : undefined;
    const Items = read.filter((item) => fits(item, input.FilterExpression, input));
    return {
      ...{ Count: Items.length, Items },
      ...(last && { LastEvaluatedKey: last }),
    };
  };
  return { put, query, isEmpty: (of: string) => (partitions.get(of)?.length ?? 0) === 0 };
};

/** Conditions on keys as functions/dynamodb/client.ts writes them; their values say which ends a range has. */
const keyCondition = /^#partition = :partition( AND #sort (BETWEEN :from AND :below|>= :from|< :below))?$/;

/** Sorts after every id. */
const afterAll = '\uffff';

/** Where the first entry is that does not come before this place; entries are sorted by sort key, then by id. */
const positionOf = (lying: readonly Entry[], sort: string, id: string): number => {
  let [low, high] = [0, lying.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = lying[middle];
    if (one && (one.sort < sort || (one.sort === sort && one.id < id))) low = middle + 1;
    else high = middle;
  }
  return low;
};

const pick = (item: Item, names: readonly string[]): Item => {
  const picked: Item = {};
  for (const name of names) if (item[name] !== undefined) picked[name] = item[name];
  return picked;
};

export type Index = ReturnType<typeof indexOf>;
