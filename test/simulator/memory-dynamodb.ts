import assert from 'node:assert/strict';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../functions/dynamodb/client.ts';
import { type TableName, tables } from '../../functions/dynamodb/keys.ts';
import { cancelled } from '../helpers/aws-errors.ts';
import '../helpers/table-names.ts';
import { type Condition, holds, type Update, updated } from './expressions.ts';
import { type Index, indexOf, type QueryInput } from './memory-index.ts';

/** What a transaction did to one item. */
export type Changed = {
  readonly table: TableName;
  readonly id: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
};

type Keyed = { readonly TableName: string; readonly Key: Item };
type Returning = { readonly ReturnValuesOnConditionCheckFailure?: string };
type Put = Condition & Returning & { readonly TableName: string; readonly Item: Item };
type TransactItem = {
  readonly Put?: Put;
  readonly Delete?: Condition & Keyed & Returning;
  readonly Update?: Update & Keyed & Returning;
  readonly ConditionCheck?: Condition & Keyed;
};
type Transaction = { readonly ClientRequestToken: string; readonly TransactItems: readonly TransactItem[] };
type BatchGet = {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly Item[]; readonly ConsistentRead: boolean }>>;
};

/** A read that is not consistent misses what was written for so long at most; an index may for longer. */
export const unseen_ms_max = 1_000;

/** Called for every write, before anybody else sees it. */
type Watch = (changes: readonly Changed[]) => void;

/** A table in memory: itself, its indexes, and what these do not have yet, in the order written. */
type Table = {
  readonly itself: Index;
  readonly indexes: Readonly<Record<string, Index>>;
  readonly late: {
    readonly written_at: number;
    readonly at: number;
    readonly id: string;
    readonly item: Item | undefined;
  }[];
};

const emptyTables = () =>
  new Map(
    Object.entries(tables).map(([name, { indexes }]): [string, Table] => {
      const made = Object.entries(indexes).map(([of, { partition, sort, include }]) => [
        of,
        indexOf(partition, sort, include),
      ]);
      return [name, { itself: indexOf('pk', 'sk'), indexes: Object.fromEntries(made), late: [] }];
    }),
  );

/** The items, and what an index has of them by now. */
const memoryTables = (now: () => number, lag: () => number) => {
  const stored = new Map<string, Item>();
  /** What reads that are not consistent see. */
  const seen = new Map<string, Item>();
  const all = emptyTables();
  const tableAt = (name: TableName) => all.get(name) ?? assert.fail(name);
  const catchUp = (name: TableName) => {
    const { indexes, late } = tableAt(name);
    const due = late.findIndex(({ at }) => at > now());
    for (const { id, item } of late.splice(0, due < 0 ? late.length : due)) {
      for (const one of Object.values(indexes)) one.put(id, item);
      put(seen, id, item);
    }
    return indexes;
  };
  const indexAt = (name: TableName, index: string): Index => catchUp(name)[index] ?? assert.fail(index);
  const seenAt = (name: TableName, id: string): Item | undefined => {
    catchUp(name);
    const old = tableAt(name).late.findLast((one) => one.id === id && one.written_at <= now() - unseen_ms_max);
    return old ? old.item : seen.get(id);
  };
  const write = ({ table, id, after }: Changed) => {
    put(stored, id, after);
    const { itself, late } = tableAt(table);
    itself.put(id, after);
    late.push({ written_at: now(), at: Math.max(late.at(-1)?.at ?? 0, now() + lag()), id, item: after });
  };
  return { stored, tableAt, indexAt, seenAt, write };
};

const put = (items: Map<string, Item>, id: string, item: Item | undefined): void => {
  if (item) items.set(id, item);
  else items.delete(id);
};

/** Tables in memory as DynamoDB has them: transactions under conditions, and indexes that lag. `lag` says by how many milliseconds. */
export const memoryDynamoDb = (now: () => number, lag: () => number, watch: Watch) => {
  const { stored, tableAt, indexAt, seenAt, write } = memoryTables(now, lag);
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
  const writeOne = (item: TransactItem) => {
    const { held, change, returned } = partOf(item, stored);
    const Item = returned && marshalled(returned);
    if (!held) throw new ConditionalCheckFailedException({ message: 'refused', $metadata: {}, ...(Item && { Item }) });
    if (change) write(change);
    watch(change ? [change] : []);
    return {};
  };
  const commands = {
    PutCommand: (Put: Put) => writeOne({ Put }),
    UpdateCommand: (Update: NonNullable<TransactItem['Update']>) => writeOne({ Update }),
    TransactWriteCommand: transact,
    GetCommand: ({ TableName, Key }: Keyed) => ({ Item: stored.get(idOf(tableOf(TableName), Key)) }),
    BatchGetCommand: ({ RequestItems }: BatchGet) => {
      const read = Object.entries(RequestItems).map(([name, { Keys, ConsistentRead }]) => {
        const table = tableOf(name);
        assert.ok(new Set(Keys.map((key) => idOf('access', key))).size === Keys.length && Keys.length <= 100);
        const found = (id: string) => (ConsistentRead ? stored.get(id) : seenAt(table, id));
        return [name, Keys.flatMap((key) => found(idOf(table, key)) ?? [])];
      });
      return { Responses: Object.fromEntries(read) };
    },
    QueryCommand: (input: QueryInput) => {
      const table = tableOf(input.TableName);
      return (input.IndexName ? indexAt(table, input.IndexName) : tableAt(table).itself).query(input);
    },
  };
  return {
    /** What each command of the document client comes to; what is not here was not needed yet. */
    commands,
    /** Whether a partition of an index has nothing. */
    isEmpty: ({ TableName, IndexName = '', ExpressionAttributeValues }: QueryInput) =>
      indexAt(tableOf(TableName), IndexName).isEmpty(String(ExpressionAttributeValues[':partition'])),
    /** The item as it is now. */
    item: (table: TableName, pk: string, sk?: string) =>
      stored.get(idOf(table, sk === undefined ? { pk } : { pk, sk })),
    /** Everything of a table. */
    everything: (table: TableName) => [...stored].flatMap(([id, item]) => (id.startsWith(`${table} `) ? [item] : [])),
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
  const returns = (Put ?? Update)?.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
  return { id, held: holds(before, part), change, returned: returns ? before : undefined };
};

/** What is undefined is not stored. */
const asStored = (item: Item): Item => {
  const kept: Item = {};
  for (const name of Object.keys(item)) if (item[name] !== undefined) kept[name] = item[name];
  return kept;
};

const marshalled = (item: Item) => marshall(item, { removeUndefinedValues: true });

/** Why an item was rejected, and what was there for the caller. */
const reasonOf = ({ held, returned }: { readonly held: boolean; readonly returned: Item | undefined }) =>
  held ? 'None' : { Code: 'ConditionalCheckFailed', ...(returned && { Item: marshalled(returned) }) };
