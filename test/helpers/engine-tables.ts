import { isDeepStrictEqual } from 'node:util';
import { tableDefinition } from '../../bin/start/table-definitions.ts';
import { type Item, keyOf, tableName } from '../../functions/core/dynamodb/client.ts';
import { type ItemKey, type TableName, tables } from '../../functions/core/dynamodb/keys.ts';
import type { Attributes } from '../../local/dynamodb/engine/values/value.ts';
import { type EngineCall, itemOf } from './document-commands.ts';
import { takenEngine } from './engines-in-memory.ts';
import { staleReads } from './stale-reads.ts';
import { type ItemAddress, idOf, tableOf, tablesIn, writtenPlaces } from './table-requests.ts';
import './table-names.ts';

/** The change of one item by a request. */
export type Changed = {
  readonly table: TableName;
  /** The table and the key. */
  readonly id: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
};

type Options = {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** How many milliseconds pass until an index, or a read that need not be consistent, shows a write. */
  readonly lag_ms?: () => number;
  /** Called for every request that changed something, before anybody else sees it. */
  readonly watch?: (changes: readonly Changed[]) => void;
};

/** The service's tables on the engine, in memory. Each is made when the first request names it. */
export const engineTables = ({ now = Date.now, lag_ms = () => 0, watch }: Options = {}) => {
  const { core, made, giveBack } = takenEngine({ now, lag_ms });
  const late = staleReads(now);
  const prepare = (physicalName: string): string => {
    const table = tableOf(physicalName);
    if (!made.has(physicalName) && Object.hasOwn(tables, table)) {
      core.call('CreateTable', tableDefinition(table, physicalName));
      made.add(physicalName);
    }
    return physicalName;
  };
  const read = ({ TableName, Key }: ItemAddress): Attributes | undefined =>
    core.call<{ Item?: Attributes }>('GetItem', { TableName, Key, ConsistentRead: true }).Item;
  /** The stored items, as they were read after their last write. */
  const watched = new Map<string, Snapshot>();
  /** As in a stream, a write that leaves an item as it was is no change: a transaction that is repeated has none. */
  const watchedAt = (place: ItemAddress, before: Snapshot | undefined): Changed | undefined => {
    const attributes = read(place);
    if (isDeepStrictEqual(attributes, before?.attributes)) return undefined;
    const [id, after] = [idOf(place), snapshotOf(attributes)];
    if (after) watched.set(id, after);
    else watched.delete(id);
    return { table: tableOf(place.TableName), id, before: before?.item, after: after?.item };
  };
  const write: EngineCall = (operation, input) => {
    const lag = lag_ms();
    const places = watch || lag > 0 ? writtenPlaces(input) : [];
    const before = places.map((place) =>
      watch ? watched.get(idOf(place)) : snapshotOf(read(place)),
    );
    const answer = core.call<object>(operation, input);
    if (lag > 0)
      for (const [nth, place] of places.entries())
        late.wrote(idOf(place), before[nth]?.attributes, lag);
    watch?.(places.flatMap((place, nth) => watchedAt(place, before[nth]) ?? []));
    return answer;
  };
  const call: EngineCall = (operation, input) => {
    for (const name of tablesIn(input)) prepare(name);
    if (writing.has(operation)) return write(operation, input);
    const answer = core.call<object>(operation, input);
    return operation === 'BatchGetItem'
      ? late.answered((input as { RequestItems: object }).RequestItems as never, answer)
      : answer;
  };
  return {
    call,
    /** The item as it is now. */
    item: (key: ItemKey): Item | undefined => {
      const { pk, sk } = keyOf(key) as { pk: string; sk?: string };
      const Key = { pk: { S: pk }, ...(sk !== undefined && { sk: { S: sk } }) };
      return snapshotOf(read({ TableName: prepare(tableName(key.table)), Key }))?.item;
    },
    /** Every item of a table, in the order of the keys. */
    everything: (table: TableName): Item[] =>
      scanned(core.call, prepare(tableName(table)))
        .map(itemOf)
        .toSorted((one, other) => (placeText(one) < placeText(other) ? -1 : 1)),
    /** Shows every write to every read. */
    catchUp: (): void => {
      core.catchUp();
      late.forget();
    },
    /** Frees their memory. */
    close: giveBack,
  };
};

const writing = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
  'BatchWriteItem',
]);

/** An item in DynamoDB's JSON, and as the service reads it. */
type Snapshot = { readonly attributes: Attributes; readonly item: Item };

const snapshotOf = (attributes: Attributes | undefined): Snapshot | undefined =>
  attributes && { attributes, item: itemOf(attributes) };

const placeText = ({ pk, sk }: Item): string => `${pk} ${sk}`;

type Page = { readonly Items: readonly Attributes[]; readonly LastEvaluatedKey?: Attributes };

const scanned = (
  call: <T>(operation: string, input: object) => T,
  TableName: string,
): Attributes[] => {
  const items: Attributes[] = [];
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const page: Page = call('Scan', {
      TableName,
      ConsistentRead: true,
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    });
    items.push(...page.Items);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
};
