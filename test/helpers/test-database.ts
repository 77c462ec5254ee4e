import {
  type Connection,
  database,
  type Item,
  keyOf,
  tableName,
} from '../../functions/core/dynamodb/client.ts';
import { transactionOf } from '../../functions/core/dynamodb/commit.ts';
import type { ItemKey, TableName } from '../../functions/core/dynamodb/keys.ts';
import type { ShardDirectory } from '../../functions/core/dynamodb/shards.ts';
import { always, type Write } from '../../functions/core/dynamodb/writes.ts';
import { chunksOf } from '../../functions/core/json.ts';
import { attributesOf, type DocumentCommand, execute } from './document-commands.ts';
import { engineTables } from './engine-tables.ts';
import { spreadBy } from './spread.ts';
import { after as atEnd } from './tests.ts';
import { withText } from './with-text.ts';

/** A call that reached the tables: the command without `Command`. */
export type Sent = {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/**
 * The hooks around a call: one that throws fails the call, before or after it has had its effect.
 */
type Around = {
  readonly before?: (call: Sent, options?: { readonly abortSignal: AbortSignal }) => unknown;
  readonly after?: (call: Sent) => unknown;
  /** The write shards of every business; one each otherwise. */
  readonly shards?: ShardDirectory;
};

/** Where every business has one write shard, and nothing is read to know that. */
export const oneShard: ShardDirectory = spreadBy([]);

/** The service's tables on the engine in memory, with these items, for the test or the file that asks for them. */
export const testDatabase = (
  writes: readonly Write[] = [],
  { before, after, shards = oneShard }: Around = {},
) => {
  let lag_ms = 0;
  const tables = engineTables({ lag_ms: () => lag_ms });
  const sent: Sent[] = [];
  // The test runner keeps every hook until its process ends, and with this one what was sent.
  const close = () => {
    tables.close();
    sent.length = 0;
  };
  atEnd(close);
  const failures: (Error | undefined)[] = [];
  const send = async (command: DocumentCommand, options?: never) => {
    const call: Sent = {
      operation: command.constructor.name.replace('Command', ''),
      input: { ...command.input },
    };
    sent.push(call);
    const failure = failures.shift();
    if (failure) throw failure;
    await before?.(call, options);
    const answer = execute(tables.call, command);
    await after?.(call);
    return answer;
  };
  const connection = { client: { send }, shards } as unknown as Connection;
  /** Writes whatever is there, as if it had always been so. */
  const give = (...all: readonly Write[]) => {
    for (const request of requestsOf(all)) tables.call(...request);
  };
  give(...writes);
  return {
    connection,
    db: database(connection),
    give,
    /** Everything that was asked, in order. */
    sent,
    /** How often reads were asked for, and how many entries by queries at most. */
    asked: () => {
      const of = (operation: string) => sent.filter((call) => call.operation === operation);
      const entries = of('Query').reduce((sum, { input }) => sum + Number(input.Limit), 0);
      return { queries: of('Query').length, batches: of('BatchGet').length, entries };
    },
    /** The next calls fail with these, before they have an effect; undefined lets one through. */
    failing: (...next: readonly (Error | undefined)[]) => void failures.push(...next),
    /** From here on indexes and cheap reads see nothing new. */
    lagging: () => {
      lag_ms = Number.POSITIVE_INFINITY;
    },
    /** They see everything again. */
    caughtUp: () => {
      lag_ms = 0;
      tables.catchUp();
    },
    /** For a test that makes many: it is done with these. */
    close,
    find: tables.item,
    everything: (table: TableName): Item[] =>
      tables.everything(table).map((item) => withText(table, item)),
  };
};

type EngineRequest = [operation: string, input: object];

/** So many puts have one request. */
const batch_max = 25;

/** The requests that make writes one after another, whatever is there. */
const requestsOf = (writes: readonly Write[]): EngineRequest[] => {
  const requests: EngineRequest[] = [];
  /** The last put of each item. */
  const puts = new Map<string, Put>();
  const flush = () => {
    for (const some of chunksOf([...puts.values()], batch_max))
      requests.push(['BatchWriteItem', batchOf(some)]);
    puts.clear();
  };
  for (const write of writes) {
    const { key } = write;
    if (write.kind === 'put') puts.set(`${key.table} ${key.pk} ${key.sk}`, write);
    else {
      flush();
      requests.push(requestOf(write));
    }
  }
  flush();
  return requests;
};

type Put = Extract<Write, { readonly kind: 'put' }>;

const batchOf = (puts: readonly Put[]): object => {
  const tables = [...Map.groupBy(puts, ({ key }) => tableName(key.table))];
  return {
    RequestItems: Object.fromEntries(tables.map(([name, all]) => [name, all.map(putRequestOf)])),
  };
};

const putRequestOf = (write: Put): object => ({
  PutRequest: { Item: attributesOf(itemOf(write)) },
});

/** The request that makes a write, whatever is there. */
const requestOf = (write: Write): EngineRequest => {
  const { TransactItems = [] } = transactionOf(
    { writes: [{ ...write, when: always }], conditions: [] },
    new Date(),
  );
  const [[kind = '', input = {}] = []] = Object.entries(TransactItems[0] ?? {});
  const attributes = ['Key', 'ExpressionAttributeValues'].flatMap((name) =>
    name in input ? [[name, attributesOf(input[name as never])]] : [],
  );
  return [`${kind}Item`, { ...input, ...Object.fromEntries(attributes) }];
};

export type TestDatabase = ReturnType<typeof testDatabase>;

/** The write that puts an item, whatever is there. */
export const putting = (key: ItemKey, item: Item): Write => ({
  kind: 'put',
  key,
  item,
  when: always,
});

/** The item that a write puts, with its key. */
export const itemOf = (write: Write | undefined): Item => {
  if (write?.kind !== 'put') throw new Error('nothing is put');
  return { ...write.item, ...keyOf(write.key) };
};
