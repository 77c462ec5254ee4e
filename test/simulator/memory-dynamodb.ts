import assert from 'node:assert/strict';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../functions/store/database.ts';
import { type TableName, tables } from '../../functions/store/table.ts';
import { cancelled } from '../helpers/scripted-connection.ts';
import { holds, type Terms, type Update, updated } from './expressions.ts';
import { type Index, indexOf, type QueryInput } from './memory-index.ts';

/** What a transaction did to one item. */
export type Changed = {
  readonly table: TableName;
  readonly id: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
};

type Keyed = { readonly TableName: string; readonly Key: Item };
type TransactItem = {
  readonly Put?: Terms & {
    readonly TableName: string;
    readonly Item: Item;
    readonly ReturnValuesOnConditionCheckFailure?: string;
  };
  readonly Delete?: Terms & Keyed;
  readonly Update?: Update & Keyed;
  readonly ConditionCheck?: Terms & Keyed;
};
type Transaction = { readonly ClientRequestToken: string; readonly TransactItems: readonly TransactItem[] };
type BatchGet = { readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly Item[] }>> };

/** What is told of every transaction that was written, before anybody else hears of it. */
type Watch = (changes: readonly Changed[]) => void;

/** Tables in memory as DynamoDB has them: transactions under conditions, and indexes that lag. `lag` says by how many milliseconds. */
export const memoryDynamoDb = (now: () => number, lag: () => number, watch: Watch) => {
  const stored = new Map<string, Item>();
  const indexes = new Map<string, Index>();
  for (const [table, { indexes: of }] of Object.entries(tables)) {
    indexes.set(table, indexOf('pk', 'sk'));
    for (const [name, { partition, sort, include }] of Object.entries(of))
      indexes.set(`${table}/${name}`, indexOf(partition, sort, include));
  }
  /** What the indexes do not have yet, per table in the order written. */
  const late = new Map<string, { readonly at: number; readonly id: string; readonly item: Item | undefined }[]>();
  const catchUp = (table: string) => {
    const waiting = late.get(table) ?? [];
    let done = 0;
    for (const { at, id, item } of waiting) {
      if (at > now()) break;
      for (const name of Object.keys(tables[table as TableName].indexes))
        indexes.get(`${table}/${name}`)?.put(id, item);
      done += 1;
    }
    waiting.splice(0, done);
  };
  const write = ({ table, id, after }: Changed) => {
    if (after) stored.set(id, after);
    else stored.delete(id);
    indexes.get(table)?.put(id, after);
    const waiting = late.get(table) ?? [];
    late.set(table, waiting);
    waiting.push({ at: Math.max(waiting.at(-1)?.at ?? 0, now() + lag()), id, item: after });
  };
  const tokens = new Set<string>();
  const transact = ({ ClientRequestToken, TransactItems }: Transaction) => {
    if (tokens.has(ClientRequestToken)) return {};
    const parts = TransactItems.map((part) => partOf(part, stored));
    if (parts.some(({ held }) => !held)) throw cancelled(...parts.map(reasonOf));
    tokens.add(ClientRequestToken);
    const changes = parts.flatMap(({ change }) => change ?? []);
    assert.equal(new Set(parts.map(({ id }) => id)).size, parts.length, 'one item twice in a transaction');
    assert.ok(parts.length <= 100, `${parts.length} items in a transaction`);
    for (const change of changes) write(change);
    watch(changes);
    return {};
  };
  return {
    get: ({ TableName, Key }: Keyed) => ({ Item: stored.get(idOf(tableOf(TableName), Key)) }),
    batchGet: ({ RequestItems }: BatchGet) => {
      const read = Object.entries(RequestItems).map(([name, { Keys }]) => {
        assert.ok(new Set(Keys.map((key) => idOf('access', key))).size === Keys.length && Keys.length <= 100);
        return [name, Keys.flatMap((key) => stored.get(idOf(tableOf(name), key)) ?? [])];
      });
      return { Responses: Object.fromEntries(read) };
    },
    query: (input: QueryInput) => {
      const table = tableOf(input.TableName);
      catchUp(table);
      return (indexes.get(input.IndexName ? `${table}/${input.IndexName}` : table) ?? assert.fail()).query(input);
    },
    transact,
    /** The item as it is now. */
    item: (table: TableName, pk: string, sk?: string) =>
      stored.get(idOf(table, sk === undefined ? { pk } : { pk, sk })),
    /** Everything of a table. */
    all: (table: TableName) => [...stored].flatMap(([id, item]) => (id.startsWith(`${table} `) ? [item] : [])),
    /** What lies in an index, lagging as whoever queries it would see it. */
    lying: (table: TableName, index: string) => {
      catchUp(table);
      return indexes.get(`${table}/${index}`)?.all() ?? [];
    },
  };
};

export type MemoryDynamoDb = ReturnType<typeof memoryDynamoDb>;

const tableOf = (physical: string): TableName => physical.slice(physical.lastIndexOf('-') + 1) as TableName;

const idOf = (table: TableName, { pk, sk }: Item): string => `${table} ${pk}${sk === undefined ? '' : ` ${sk}`}`;

const partOf = ({ Put, Delete, Update, ConditionCheck }: TransactItem, stored: ReadonlyMap<string, Item>) => {
  const part = Put ?? Delete ?? Update ?? ConditionCheck ?? assert.fail('an empty part');
  const table = tableOf(part.TableName);
  const key = Put ? Put.Item : (Delete ?? Update ?? ConditionCheck)?.Key;
  const id = idOf(table, key ?? assert.fail('no key'));
  const before = stored.get(id);
  const after = Put ? asStored(Put.Item) : Update ? asStored(updated(before ?? Update.Key, Update)) : undefined;
  const change: Changed | undefined = ConditionCheck ? undefined : { table, id, before, after };
  const returns = Put?.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  return { id, held: holds(before, part), change, returned: returns ? before : undefined };
};

/** What is undefined is not stored, and what is stored is nobody's object. */
const asStored = (item: Item): Item => JSON.parse(JSON.stringify(item));

/** Why an item was refused, and what was there for whoever asked. */
const reasonOf = ({ held, returned }: { readonly held: boolean; readonly returned: Item | undefined }) =>
  held ? 'None' : { Code: 'ConditionalCheckFailed', ...(returned && { Item: marshall(returned) }) };
