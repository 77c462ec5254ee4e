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

/** All that the tables held at a moment. */
export type Kept = {
  /** Whether they hold the same now. */
  isUnchanged(): Promise<boolean>;
  /** Brings it back: deletes what is new, and puts what has changed. */
  restore(): Promise<void>;
};

/** Keeps all that the tables hold at this moment. */
export const keep = async ({ engine, resources }: Store): Promise<Kept> => {
  const kept = new Map<Table, ReadonlyMap<string, Item>>();
  for (const table of tablesOf(resources)) kept.set(table, await itemsByKey(engine, table));
  /** The requests of batches that bring a table back. */
  const missingOf = async (table: Table, before: ReadonlyMap<string, Item>) => {
    const now = await itemsByKey(engine, table);
    return [
      ...[...now].flatMap(([key, item]) =>
        before.has(key) ? [] : [{ DeleteRequest: { Key: keyOf(table, item) } }],
      ),
      ...[...before].flatMap(([key, Item]) =>
        isDeepStrictEqual(now.get(key), Item) ? [] : [{ PutRequest: { Item } }],
      ),
    ];
  };
  return {
    isUnchanged: async () => {
      for (const [table, before] of kept)
        if ((await missingOf(table, before)).length > 0) return false;
      return true;
    },
    restore: async () => {
      for (const [table, before] of kept)
        for (const some of chunksOf(await missingOf(table, before), batch_items_max))
          await engine.call('BatchWriteItem', { RequestItems: { [table.name]: some } });
    },
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

const itemsByKey = async (engine: Engine, table: Table): Promise<Map<string, Item>> =>
  new Map(
    (await itemsIn(engine, table.name)).map((item) => [JSON.stringify(keyOf(table, item)), item]),
  );

/** Every item of a table, as the engine has it. */
export const itemsIn = async (engine: Engine, TableName: string): Promise<Item[]> => {
  const found: Item[] = [];
  let from: Item | undefined;
  do {
    const input = { TableName, ...(from && { ExclusiveStartKey: from }) };
    const { Items, LastEvaluatedKey } = await engine.call<Page>('Scan', input);
    found.push(...Items);
    from = LastEvaluatedKey;
  } while (from);
  return found;
};
