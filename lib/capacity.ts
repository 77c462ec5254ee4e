import { deliverWebhook, fanOutEvent } from '../functions/app/jobs/jobs.ts';
import { schedule_shards, type TableName, tables } from '../functions/core/dynamodb/keys.ts';
import { messages_max } from './constructs/worker.ts';
import { concurrencyOf, type Environment } from './environments.ts';
import { relayed_max } from './events-stack.ts';
import { ofRoutes } from './functions-stack.ts';
import { reservedBy } from './preflight.ts';
import { eventBridgeQuota, kmsQuota, put_entries_max, quotas } from './quotas.ts';

/** The load that an environment is to carry. */
export type Load = {
  /** Creates a second, of which each makes one event that one webhook gets. */
  readonly creates: number;
  /** The part of them that the largest business makes, 0 to 1, and over how many write shards. */
  readonly largest: number;
  readonly shards: number;
  /** The part of creates with a field that is encrypted and fingerprinted, 0 to 1. */
  readonly encrypted: number;
  /** How long endpoints of webhooks take, in milliseconds. */
  readonly endpoint_ms: number;
};

/**
 * The measured use of one of them (bench/costs.ts): write units, calls of AWS, and time of a whole
 * processor.
 */
export type Taken = {
  readonly write: number;
  readonly calls: number;
  readonly processor_ms: number;
};

/** The use of one part of the service, and how much there is of it. */
export type CapacityPart = {
  readonly name: string;
  readonly takes: number;
  readonly limit: number;
  /** A setting of lib/environments.ts, a quota that AWS raises, or what nobody raises. */
  readonly bound: 'setting' | 'quota' | 'fixed';
  /** How to raise the limit where it is too low. */
  readonly lift: string;
};

/**
 * A customer's event is written with its entry in each index but `by_customer`, and once more when its fan-out is confirmed, which
 * takes it from `due`.
 */
const outbox_units = { created: 1 + Object.keys(tables.outbox.indexes).length, confirmed: 2 };
const record_units = 2;
/** A write in a transaction of an item of up to a kilobyte. */
const item_units = 2;

/** Write units a second by table; of requests, the item of the log and of its index. */
export const tableUnits = (
  creates: number,
  create: Taken,
  event: Taken,
): Readonly<Partial<Record<TableName, number>>> => ({
  resources: creates * (create.write - outbox_units.created - record_units),
  outbox: creates * (outbox_units.created + outbox_units.confirmed),
  deliveries: creates * (event.write - outbox_units.confirmed),
  idempotency: creates * record_units,
  requests: creates * 2,
});

/** The use of each part under a load, in the order in which a create passes the parts. */
export const capacityOf = (
  environment: Environment,
  load: Load,
  create: Taken,
  event: Taken,
): readonly CapacityPart[] => {
  const { creates, largest, shards } = load;
  const dueShards = environment.scheduleShards ?? schedule_shards.min;
  return [
    ...requests(environment, load),
    ...executions(environment, load, create, event),
    {
      name: 'executions of relay-events',
      takes: (creates * relay_ms) / relayed_max / 1000,
      bound: 'setting',
      limit: streamShards(creates) * (environment.relayParallelism ?? 1),
      lift: 'relayParallelism, up to 10',
    },
    ...Object.entries(tableUnits(creates, create, event)).map(
      ([name, takes]): CapacityPart => ({
        name: `write units of ${name}`,
        takes,
        limit: quotas.table_write_units,
        bound: 'quota',
        lift: 'DynamoDB, table-level write throughput; and warmThroughput',
      }),
    ),
    {
      name: 'write units of the largest business’s partition',
      takes: (creates * largest * item_units) / shards,
      limit: quotas.partition_write_units,
      bound: 'fixed',
      lift: 'write shards of that business',
    },
    {
      name: 'write units of a shard of due events',
      takes: (creates * 2) / dueShards,
      limit: quotas.partition_write_units,
      bound: dueShards < schedule_shards.max ? 'setting' : 'fixed',
      lift: `scheduleShards, up to ${schedule_shards.max}`,
    },
    ...messages(environment, load),
  ];
};

/** The outbox has at least the partitions that its writes need, and its stream a shard for each. */
const streamShards = (creates: number): number =>
  Math.max(
    1,
    Math.floor(
      (creates * (outbox_units.created + outbox_units.confirmed)) / quotas.partition_write_units,
    ),
  );

/** How long the relay takes for a full batch: ten calls of PutEvents, as bench/cell.ts has it. */
const relay_ms = 60;

const requests = (
  { throttle, limits }: Environment,
  { creates, largest }: Load,
): CapacityPart[] => [
  {
    name: 'requests of the stage',
    takes: creates,
    limit: throttle.rate,
    bound: 'setting',
    lift: 'throttle',
  },
  {
    name: 'requests of the largest business',
    takes: creates * largest,
    limit: limits.elevated.rate,
    bound: 'setting',
    lift: 'limits',
  },
  {
    name: 'requests of API Gateway',
    takes: creates,
    limit: quotas.gateway_requests,
    bound: 'quota',
    lift: 'API Gateway, throttle rate of the account',
  },
];

/** Lambda gives a function so much of a processor, and a call of AWS within a region takes so long. */
const megabytes_a_processor = 1769;
const call_ms = 5;

const executions = (
  environment: Environment,
  load: Load,
  create: Taken,
  event: Taken,
): CapacityPart[] => {
  const { creates, endpoint_ms } = load;
  const computing = (taken: Taken, memory_mb: number) =>
    (taken.processor_ms * megabytes_a_processor) / memory_mb;
  const creating = creates * (computing(create, ofRoutes.memory_mb) + create.calls * call_ms);
  // Messages of a batch wait for AWS and for endpoints at the same time.
  const waiting = (event.calls * call_ms + endpoint_ms) / messages_max;
  const delivering = creates * (computing(event, fanOutEvent.memory_mb) + waiting);
  const polled =
    (creates * (computing(event, deliverWebhook.memory_mb) / 2 + endpoint_ms / messages_max)) /
    1000;
  return [
    {
      name: 'executions of functions',
      takes: (creating + delivering) / 1000,
      limit: quotas.lambda_executions - reservedBy(environment),
      bound: 'quota',
      lift: 'Lambda, concurrent executions',
    },
    {
      name: 'executions of deliver-webhook',
      takes: polled,
      limit: concurrencyOf(environment, 'deliver'),
      bound: 'setting',
      lift: 'queueConcurrencyOf, up to 1 000',
    },
  ];
};

const messages = (
  { region }: Environment,
  { creates, encrypted, endpoint_ms }: Load,
): CapacityPart[] => {
  const { puts, invocations } = eventBridgeQuota(region);
  return [
    {
      name: 'requests of PutEvents',
      takes: creates / put_entries_max,
      limit: puts,
      bound: 'quota',
      lift: 'EventBridge, PutEvents',
    },
    {
      name: 'events that EventBridge passes on',
      takes: creates,
      limit: invocations,
      bound: 'quota',
      lift: 'EventBridge, invocations; more are late',
    },
    {
      name: 'messages of deliver in flight',
      takes: (creates * endpoint_ms) / 1000,
      bound: 'quota',
      limit: quotas.messages_in_flight,
      lift: 'SQS, in-flight messages',
    },
    {
      name: 'calls of KMS',
      takes: creates * encrypted * 2,
      limit: kmsQuota(region),
      bound: 'quota',
      lift: 'KMS, symmetric cryptographic operations',
    },
  ];
};

/** The part that ends first of those that no setting moves: the one with the largest share of its limit. */
export const firstLimit = (parts: readonly CapacityPart[]): CapacityPart | undefined =>
  parts
    .filter(({ bound }) => bound !== 'setting')
    .toSorted((one, other) => shareTaken(other) - shareTaken(one))[0];

/** How much of its limit a part takes; above 1 it is too little. */
export const shareTaken = ({ takes, limit }: CapacityPart): number => takes / limit;

/**
 * A note on the price of `warmThroughput` for the tables that would need it; undefined where a new
 * table's throughput is enough. Without a sum: AWS publishes the price by region, and this
 * repository has none that was checked.
 */
export const warmThroughputNote = (units: ReturnType<typeof tableUnits>): string | undefined => {
  const raised = Object.entries(units).filter(([, each]) => each > quotas.new_table_write_units);
  if (raised.length === 0) return undefined;
  const names = raised
    .map(([name, each]) => `${name} (${Math.ceil(each)} with its indexes)`)
    .join(', ');
  return (
    `A new table, and each of its indexes, takes ${quotas.new_table_write_units} write units a second at once. More for ${names} can need ` +
    'warmThroughput: AWS charges once for the units of each table and index above that, by the prices of your region at ' +
    'https://aws.amazon.com/dynamodb/pricing/on-demand/ (warm throughput).'
  );
};

/** The parts as a table of Markdown, those that no setting moves by their shares. */
export const capacityTable = (parts: readonly CapacityPart[]): string[] => [
  '| part | takes | has | share | by |',
  '|---|---|---|---|---|',
  ...parts
    .toSorted((one, other) => shareTaken(other) - shareTaken(one))
    .map((part) => {
      const { name, takes, limit, bound, lift } = part;
      const by = { setting: `setting ${lift}`, quota: `quota: ${lift}`, fixed: lift }[bound];
      return `| ${name} | ${Math.ceil(takes)} | ${limit} | ${shareTaken(part).toFixed(2)} | ${by} |`;
    }),
];
