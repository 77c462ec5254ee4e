import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, openCore } from '../local/dynamodb/engine/core.ts';

/** How long so many calls of one kind held the thread, by the clock; `worst_processor_ms` is of all threads, the garbage collector's too. */
export type CallTimes = {
  readonly call: string;
  readonly count: number;
  readonly median_ms: number;
  readonly p99_ms: number;
  readonly worst_ms: number;
  readonly worst_processor_ms: number;
};

const TableName = 'items';
const partitions = 1_000;
const lists = 50;

const definition = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'list'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S',
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by_list',
      KeySchema: [
        { AttributeName: 'list', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
};

const keyOf = (place: number) => ({
  pk: { S: `acct_${place % partitions}` },
  sk: { S: `cus_${String(place).padStart(9, '0')}` },
});

const itemOf = (place: number) => ({
  ...keyOf(place),
  list: { S: `list_${place % lists}` },
  body: { S: 'b'.repeat(120) },
  n: { N: String(place) },
  // Some have expired and some not.
  expires: { N: String(Math.floor(Date.now() / 1_000) - 3_600 + (place % 100_000)) },
});

const putsOf = (from: number, count: number) => ({
  TransactItems: Array.from({ length: count }, (_, at) => ({
    Put: { TableName, Item: itemOf(from + at) },
  })),
});

const expiry = (Enabled: boolean) => ({
  TableName,
  TimeToLiveSpecification: { AttributeName: 'expires', Enabled },
});

const ofList = (place: number, more: object = {}) => ({
  TableName,
  IndexName: 'by_list',
  KeyConditionExpression: '#list = :list',
  ExpressionAttributeNames: { '#list': 'list' },
  ExpressionAttributeValues: { ':list': { S: `list_${place % lists}` } },
  ...more,
});

const filterOfNone = {
  FilterExpression: 'n < :none',
  ExpressionAttributeValues: { ':none': { N: '-1' } },
};

type Call = readonly [name: string, count: number, call: (core: Core, at: number) => unknown];

/** Every kind of call on a table of so many items; `place` is one of them. */
const callsOn = (items: number, place: () => number): readonly Call[] => [
  ['get', 3_000, (core) => core.call('GetItem', { TableName, Key: keyOf(place()) })],
  ['put', 3_000, (core) => core.call('PutItem', { TableName, Item: itemOf(place()) })],
  [
    'update',
    3_000,
    (core) =>
      core.call('UpdateItem', {
        TableName,
        Key: keyOf(place()),
        UpdateExpression: 'SET n = n + :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
  ],
  [
    'transaction of 3',
    2_000,
    (core, at) => core.call('TransactWriteItems', putsOf(items + at * 3, 3)),
  ],
  [
    'transaction of 100',
    100,
    (core, at) => core.call('TransactWriteItems', putsOf(2 * items + at * 100, 100)),
  ],
  [
    'query, 20 newest',
    1_000,
    (core) => core.call('Query', ofList(place(), { ScanIndexForward: false, Limit: 20 })),
  ],
  ['query, a full page', 50, (core, at) => core.call('Query', ofList(at))],
  [
    'query, a full page counted',
    50,
    (core, at) => core.call('Query', ofList(at, { Select: 'COUNT' })),
  ],
  [
    'scan, a full page',
    50,
    (core, Segment) => core.call('Scan', { TableName, Segment, TotalSegments: 50 }),
  ],
  [
    'scan, a full page filtered',
    50,
    (core, Segment) =>
      core.call('Scan', { TableName, Segment, TotalSegments: 50, ...filterOfNone }),
  ],
  [
    'batch of 100',
    200,
    (core) => {
      const Keys = [...new Set(Array.from({ length: 100 }, place))].map(keyOf);
      core.call('BatchGetItem', { RequestItems: { [TableName]: { Keys } } });
    },
  ],
  ['expiry of 25', 100, (core) => core.expire(TableName, 25)],
  ['no expiry any more', 1, (core) => core.call('UpdateTimeToLive', expiry(false))],
  ['another expiry', 1, (core) => core.call('UpdateTimeToLive', expiry(true))],
  [
    'trimming of 500',
    100,
    (core) => core.trim(TableName, { before_ms: Infinity, beforeNumber: Infinity }, 500),
  ],
  ['1 000 records', 50, recordsReader()],
  ['description', 1_000, (core) => core.call('DescribeTable', { TableName })],
  ['deletion of the table', 1, (core) => core.call('DeleteTable', { TableName })],
];

/** Reads the stream on and on. */
const recordsReader = () => {
  let next: string | undefined;
  return (core: Core): void => {
    const ShardIterator = next ?? firstIterator(core);
    next = core.call<{ NextShardIterator: string }>('GetRecords', {
      ShardIterator,
    }).NextShardIterator;
  };
};

const firstIterator = (core: Core): string => {
  const { Streams } = core.call<{ Streams: readonly { StreamArn: string }[] }>('ListStreams', {});
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = core.call<{
    StreamDescription: { Shards: readonly { ShardId: string }[] };
  }>('DescribeStream', { StreamArn });
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  return core.call<{ ShardIterator: string }>('GetShardIterator', from).ShardIterator;
};

const timed = (core: Core, [name, count, call]: Call): CallTimes => {
  const times: number[] = [];
  let worst_processor_ms = 0;
  for (let at = 0; at < count; at++) {
    const [began_ms, used] = [performance.now(), process.cpuUsage()];
    call(core, at);
    const { user, system } = process.cpuUsage(used);
    times.push(performance.now() - began_ms);
    worst_processor_ms = Math.max(worst_processor_ms, (user + system) / 1_000);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0;
  return {
    call: name,
    count,
    median_ms: at(0.5),
    p99_ms: at(0.99),
    worst_ms: at(1),
    worst_processor_ms,
  };
};

/** Fills a table in a file with so many items, and times every kind of call on it. */
export const timeEngineCalls = (items: number): CallTimes[] => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-calls-'));
  const core = openCore({ file: join(folder, 'items.sqlite') });
  try {
    core.call('CreateTable', definition);
    core.call('UpdateTimeToLive', expiry(true));
    for (let from = 0; from < items; from += 100)
      core.call('TransactWriteItems', putsOf(from, 100));
    return callsOn(items, () => Math.floor(Math.random() * items)).map((call) => timed(core, call));
  } finally {
    core.close();
    rmSync(folder, { recursive: true });
  }
};
