import { isDeepStrictEqual } from 'node:util';
import { chunksOf } from '../../functions/core/json.ts';
import type { Resource } from '../../local/aws-service.ts';
import type { Engine } from '../../local/dynamodb/engine.ts';
import { type Table, tablesOf } from '../../local/dynamodb/tables.ts';

type Item = Readonly<Record<string, unknown>>;
type Page = { readonly Items: readonly Item[]; readonly LastEvaluatedKey?: Item };

/** Where the tables are. */
type Store = { readonly engine: Engine; readonly resources: readonly Resource[] };

/** As many as one call writes. */
const batch_items_max = 25;

/** Keeps all that the tables hold at this moment. The returned function brings it back: it deletes what is new, and puts what has changed. */
export const keep = async ({ engine, resources }: Store): Promise<() => Promise<void>> => {
  const kept = new Map<Table, ReadonlyMap<string, Item>>();
  for (const table of tablesOf(resources)) kept.set(table, await itemsIn(engine, table));
  return async () => {
    for (const [table, before] of kept) {
      const now = await itemsIn(engine, table);
      const requests = [
        ...[...now].flatMap(([key, item]) =>
          before.has(key) ? [] : [{ DeleteRequest: { Key: keyOf(table, item) } }],
        ),
        ...[...before].flatMap(([key, Item]) =>
          isDeepStrictEqual(now.get(key), Item) ? [] : [{ PutRequest: { Item } }],
        ),
      ];
      for (const some of chunksOf(requests, batch_items_max))
        await engine.call('BatchWriteItem', { RequestItems: { [table.name]: some } });
    }
  };
};

/** Deletes all that the tables hold. */
export const deleteItems = async ({ engine, resources }: Store): Promise<void> => {
  for (const table of tablesOf(resources))
    for (;;) {
      const input = { TableName: table.name, Limit: batch_items_max };
      const { Items } = await engine.call<Page>('Scan', input);
      if (Items.length === 0) break;
      const requests = Items.map((item) => ({ DeleteRequest: { Key: keyOf(table, item) } }));
      await engine.call('BatchWriteItem', { RequestItems: { [table.name]: requests } });
    }
};

const keyOf = ({ key }: Table, item: Item): Item =>
  Object.fromEntries(key.map((part) => [part, item[part]]));

/** Every item of a table by its key. */
const itemsIn = async (engine: Engine, table: Table): Promise<Map<string, Item>> => {
  const found = new Map<string, Item>();
  let from: Item | undefined;
  do {
    const input = { TableName: table.name, ...(from && { ExclusiveStartKey: from }) };
    const { Items, LastEvaluatedKey } = await engine.call<Page>('Scan', input);
    for (const item of Items) found.set(JSON.stringify(keyOf(table, item)), item);
    from = LastEvaluatedKey;
  } while (from);
  return found;
};
