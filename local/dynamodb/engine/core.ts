import { AwsError, validationError } from '../../errors.ts';
import { isObject } from '../../json-protocol.ts';
import { batchGetItem, batchWriteItem } from './operations/batches.ts';
import type { RequestMembers } from './operations/constraints.ts';
import { deleteItem, getItem, putItem, updateItem } from './operations/items.ts';
import { query, scan } from './operations/reads.ts';
import { prepareTokens } from './operations/request-tokens.ts';
import {
  describeStream,
  getRecords,
  getShardIterator,
  listStreams,
  trimStream,
} from './operations/streams.ts';
import { deleteTable, describeTable, listTables, makeTable } from './operations/tables.ts';
import { describeTimeToLive, expire, updateTimeToLive } from './operations/time-to-live.ts';
import { transactGetItems, transactWriteItems } from './operations/transactions.ts';
import type { LagMs } from './store/indexes.ts';
import { openStore, type Store } from './store/store.ts';

/** DynamoDB itself: tables, indexes and streams, in this process; every call has happened when it returns. */
export type Core = {
  /** One call, JSON values in and out; throws the AwsError that DynamoDB answers. */
  call<T>(operation: string, input: unknown): T;
  /** Deletes up to so many expired items of a table; how many. */
  expire(table: string, portion: number): number;
  /** Deletes up to so many records of a table's stream, from before a time and before a number; how many. */
  trim(
    table: string,
    limits: { readonly before_ms: number; readonly beforeNumber: number },
    portion: number,
  ): number;
  /** Shows in indexes what they do not show yet. */
  catchUp(): void;
  close(): void;
};

export type CoreOptions = {
  /** Absent: the data are in memory. */
  readonly file?: string | undefined;
  readonly now?: () => number;
  /** How many milliseconds pass until an index shows a change; absent: none. */
  readonly lagMs?: LagMs;
};

/** Opens the engine; throws BadConfiguration where its file is open elsewhere, unreadable or of another release. */
export const openCore = ({ file, now = Date.now, lagMs = () => 0 }: CoreOptions = {}): Core =>
  coreOn(openStore({ file, now, lagMs }));

/** The engine on a store that is open. */
export const coreOn = (store: Store): Core => {
  prepareTokens(store);
  return {
    call: <T>(operation: string, input: unknown) => {
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!run) throw refused(operation);
      if (!isObject(input))
        throw new AwsError(400, 'SerializationException', 'The body is no JSON object.');
      return run(store, input) as T;
    },
    expire: (table, portion) => expire(store, table, portion),
    trim: (table, limits, portion) => trimStream(store, table, limits, portion),
    catchUp: () => store.indexes.showAll(),
    close: () => {
      store.chores.stop();
      store.database.close();
    },
  };
};

type Operation = (store: Store, input: RequestMembers) => object;

const operations: Readonly<Record<string, Operation>> = {
  GetItem: getItem,
  PutItem: putItem,
  UpdateItem: updateItem,
  DeleteItem: deleteItem,
  Query: query,
  Scan: scan,
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
  CreateTable: makeTable,
  DescribeTable: describeTable,
  DeleteTable: deleteTable,
  ListTables: listTables,
  UpdateTimeToLive: updateTimeToLive,
  DescribeTimeToLive: describeTimeToLive,
  ListStreams: listStreams,
  DescribeStream: describeStream,
  GetShardIterator: getShardIterator,
  GetRecords: getRecords,
};

/** Operations of DynamoDB that this engine does not have. */
const missing: Readonly<Record<string, string>> = {
  ExecuteStatement: 'PartiQL',
  BatchExecuteStatement: 'PartiQL',
  ExecuteTransaction: 'PartiQL',
  TagResource: 'tags',
  UntagResource: 'tags',
  ListTagsOfResource: 'tags',
  UpdateTable: 'changes of a table',
};

const refused = (operation: string): AwsError =>
  Object.hasOwn(missing, operation)
    ? validationError(`This engine has no ${missing[operation]}: ${operation} is not known here.`)
    : new AwsError(
        400,
        'UnknownOperationException',
        `The operation ${operation} is not known here.`,
      );
