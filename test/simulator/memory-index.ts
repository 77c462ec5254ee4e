import type { Item } from '../../functions/dynamodb/client.ts';

/** What the store asks of an index (functions/dynamodb/client.ts). */
export type QueryInput = {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly FilterExpression?: string;
  readonly ExpressionAttributeNames: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: Item;
  readonly ScanIndexForward: boolean;
  readonly Limit: number;
};

type Entry = { readonly id: string; readonly partition: string; readonly sort: string; readonly item: Item };

/** Items by partition in the order of their sort keys; with `include`, keys and these attributes only, as an index has them. */
export const indexOf = (partition: string, sort: string, include?: readonly string[]) => {
  const partitions = new Map<string, Entry[]>();
  const placed = new Map<string, Entry>();
  const remove = (id: string) => {
    const entry = placed.get(id);
    const lying = entry && partitions.get(entry.partition);
    if (!lying) return;
    placed.delete(id);
    lying.splice(positionOf(lying, entry.sort, id), 1);
  };
  const attributes = include && [...new Set(['pk', 'sk', partition, sort, ...include])];
  const put = (id: string, item: Item | undefined) => {
    remove(id);
    const of = item?.[partition];
    const by = item?.[sort];
    if (!item || typeof of !== 'string' || typeof by !== 'string') return;
    const entry: Entry = { id, partition: of, sort: by, item: attributes ? pick(item, attributes) : item };
    const lying = partitions.get(of) ?? [];
    partitions.set(of, lying);
    placed.set(id, entry);
    lying.splice(positionOf(lying, by, id), 0, entry);
  };
  const query = (input: QueryInput) => {
    const { ExpressionAttributeValues: values, Limit, ScanIndexForward } = input;
    const { ':partition': of, ':from': from, ':below': below } = values;
    const lying = partitions.get(String(of)) ?? [];
    const first = typeof from === 'string' ? positionOf(lying, from, '') : 0;
    // A range with both ends includes the upper one, as BETWEEN does.
    const isBetween = typeof from === 'string' && typeof below === 'string';
    const end = typeof below === 'string' ? positionOf(lying, below, isBetween ? afterAll : '') : lying.length;
    const read = (
      ScanIndexForward
        ? lying.slice(first, Math.min(end, first + Limit))
        : lying.slice(Math.max(first, end - Limit), end).reverse()
    ).map(({ item }) => item);
    const last = read.length === Limit ? read.at(-1) : undefined;
    return { Items: read.filter((item) => fits(item, input)), ...(last && { LastEvaluatedKey: last }) };
  };
  return { put, query, isEmpty: (of: string) => (partitions.get(of)?.length ?? 0) === 0 };
};

/** Sorts after every id. */
const afterAll = '\uffff';

/** Where the first entry is that does not come before this place; entries lie by sort key, then by id. */
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

const fits = (item: Item, { FilterExpression = '', ...input }: QueryInput): boolean =>
  FilterExpression.split(' AND ')
    .filter(Boolean)
    .every((clause) => {
      const [name = '', value = ''] = clause.split(' = ');
      return item[input.ExpressionAttributeNames[name] ?? ''] === input.ExpressionAttributeValues[value];
    });
