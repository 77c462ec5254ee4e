import type { Item } from '../../functions/store/database.ts';

/** What the store asks of an index (functions/store/database.ts). */
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
    lying.splice(lying.indexOf(entry), 1);
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
    const before = lying.findLastIndex((one) => one.sort < by || (one.sort === by && one.id < id));
    lying.splice(before + 1, 0, entry);
  };
  const query = (input: QueryInput) => {
    const { ExpressionAttributeValues: values, Limit, ScanIndexForward } = input;
    const { ':partition': of, ':from': from, ':below': below } = values;
    // A range with both ends includes the upper one, as BETWEEN does.
    const isBelow = (at: string) => typeof below !== 'string' || (typeof from === 'string' ? at <= below : at < below);
    const lying = partitions.get(String(of)) ?? [];
    const inside = lying.filter(({ sort: at }) => (typeof from !== 'string' || at >= from) && isBelow(at));
    const read = (ScanIndexForward ? inside : inside.reverse()).slice(0, Limit).map(({ item }) => item);
    const last = read.length === Limit ? read.at(-1) : undefined;
    return { Items: read.filter((item) => fits(item, input)), ...(last && { LastEvaluatedKey: last }) };
  };
  return { put, query, isEmpty: (of: string) => (partitions.get(of)?.length ?? 0) === 0 };
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
