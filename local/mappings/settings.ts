import type { Access, Resource } from '../aws-service.ts';
import { type Table, tablesOf } from '../dynamodb/tables.ts';
import { assertOnly, BadConfiguration } from '../errors.ts';
import {
  calledIn,
  declaring,
  type LambdaFunction,
  qualifiedName,
} from '../functions/lambda-function.ts';
import { jsonIn } from '../json-protocol.ts';
import { keyAccess, keysOf } from '../kms/keys.ts';
import { type Pattern, patternOf } from '../patterns.ts';
import type { Queue } from '../queues/queue.ts';
import type { Queues } from '../queues/queues.ts';

type Shared = {
  /** Identifies it to Lambda's control plane. */
  readonly uuid: string;
  /** For people: `the mapping of fan-out-event`. */
  readonly name: string;
  readonly of: LambdaFunction;
  readonly batch_max: number;
  readonly reportsItems: boolean;
  readonly wanted: (record: unknown) => boolean;
  /** The permissions that the function's role must allow, since mappings act in its name. */
  readonly accesses: readonly Access[];
};

export type QueueMapping = Shared & {
  readonly kind: 'queue';
  readonly queue: Queue;
  readonly concurrency_max: number;
};

export type StreamMapping = Shared & {
  readonly kind: 'stream';
  readonly table: Table;
  readonly streamArn: string;
  readonly from: 'TRIM_HORIZON' | 'LATEST';
  readonly bisects: boolean;
  /** Infinity: until the record is too old, or for ever. */
  readonly retries_max: number;
  readonly age_ms_max: number;
  readonly onFailure: Queue | undefined;
  /** How long records are gathered before the function is invoked; 0: not at all. */
  readonly batching_ms: number;
  /** How long each tumbling window is; 0: there are none. */
  readonly tumbling_ms: number;
};

export type Mapping = QueueMapping | StreamMapping;

export type MappingSources = {
  readonly resources: readonly Resource[];
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly queues: Queues;
};

/** Every enabled event source mapping among the resources; throws BadConfiguration for what AWS or local/ rejects. */
export const mappingsOf = (sources: MappingSources): Mapping[] =>
  sources.resources
    .filter(
      ({ type, properties }) =>
        type === 'AWS::Lambda::EventSourceMapping' && String(properties.Enabled) !== 'false',
    )
    .map((resource) => mappingOf(resource, sources));

type Properties = {
  readonly FunctionName?: string;
  readonly EventSourceArn?: string;
  readonly BatchSize?: number;
  readonly MaximumBatchingWindowInSeconds?: number;
  readonly FunctionResponseTypes?: readonly string[];
  readonly FilterCriteria?: unknown;
  readonly ScalingConfig?: { readonly MaximumConcurrency?: number };
  readonly StartingPosition?: string;
  readonly BisectBatchOnFunctionError?: boolean;
  readonly MaximumRetryAttempts?: number;
  readonly MaximumRecordAgeInSeconds?: number;
  readonly TumblingWindowInSeconds?: number;
  readonly ParallelizationFactor?: number;
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
};

/**
 * The settings that local/ runs. With any ParallelizationFactor it runs one batch after the other,
 * which is an order that Lambda may choose too.
 */
const supported = [
  ...[
    'FunctionName',
    'EventSourceArn',
    'Enabled',
    'Tags',
    'BatchSize',
    'MaximumBatchingWindowInSeconds',
  ],
  ...[
    'FunctionResponseTypes',
    'FilterCriteria',
    'ScalingConfig',
    'StartingPosition',
    'BisectBatchOnFunctionError',
  ],
  ...[
    'MaximumRetryAttempts',
    'MaximumRecordAgeInSeconds',
    'DestinationConfig',
    'ParallelizationFactor',
  ],
  'TumblingWindowInSeconds',
];

const mappingOf = (
  { logicalId, physicalId, properties }: Resource,
  sources: MappingSources,
): Mapping => {
  const fail = (what: string): never => {
    throw new BadConfiguration(`The event source mapping ${logicalId} ${what}.`);
  };
  assertOnly(`The event source mapping ${logicalId}`, properties, supported);
  const declared = properties as Properties;
  const called = calledIn(declared.FunctionName ?? '') ?? {
    functionName: declared.FunctionName ?? '',
  };
  const { functionName: name } = called;
  const of =
    sources.functions.get(name) ?? fail(`feeds the function ${name}, which does not exist`);
  if (!declaring(sources.resources)(called))
    fail(`feeds ${qualifiedName(called)}, which no template declares`);
  const arn = declared.EventSourceArn ?? '';
  const mapping = `the mapping of ${name}`;
  const shared = {
    uuid: physicalId,
    name: mapping,
    of,
    reportsItems: declared.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    wanted: filterOf(declared.FilterCriteria, mapping),
  };
  const queue = sources.queues.byArn(arn);
  if (queue) return queueMappingOf(declared, shared, queue, fail);
  const [, tableName] = /^arn:aws:dynamodb:[^:]+:\d+:table\/([^/]+)\/stream\//.exec(arn) ?? [];
  const table = tablesOf(sources.resources).find((each) => each.name === tableName);
  if (!table?.definition.StreamSpecification)
    return fail(`reads ${arn}, which no template declares`);
  return streamMappingOf(declared, shared, { table, arn }, sources, fail);
};

type Fail = (what: string) => never;
type Common = Omit<Shared, 'batch_max' | 'accesses'>;

const queueMappingOf = (
  declared: Properties,
  shared: Common,
  queue: Queue,
  fail: Fail,
): QueueMapping => {
  const batch_max = Number(declared.BatchSize ?? 10);
  if (secondsIn(declared.MaximumBatchingWindowInSeconds) > 0)
    fail('waits for batches to fill, which local/ does not run for queues');
  if (secondsIn(declared.TumblingWindowInSeconds) > 0)
    fail('has a tumbling window, which only streams have');
  if (batch_max > 10)
    fail('has batches of more than 10, which need a batching window, which local/ does not run');
  if (queue.settings.visibility_seconds * 1_000 < shared.of.timeout_ms)
    fail(`reads ${queue.name}, whose visibility timeout is shorter than the function's timeout`);
  const concurrency_max = Number(
    declared.ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY,
  );
  if (concurrency_max < 2) fail('has a MaximumConcurrency below 2');
  return {
    ...shared,
    kind: 'queue',
    queue,
    batch_max,
    concurrency_max,
    accesses: accessesToQueue(queue),
  };
};

const streamMappingOf = (
  declared: Properties,
  shared: Common,
  { table, arn }: { readonly table: Table; readonly arn: string },
  { resources, queues }: MappingSources,
  fail: Fail,
): StreamMapping => {
  const from = declared.StartingPosition;
  if (from !== 'TRIM_HORIZON' && from !== 'LATEST')
    return fail('has no StartingPosition that a stream knows');
  const destination = declared.DestinationConfig?.OnFailure?.Destination;
  const onFailure = destination === undefined ? undefined : queues.byArn(destination);
  if (destination !== undefined && !onFailure)
    fail(`sends what fails to ${destination}, which is no queue here`);
  if (
    secondsIn(declared.TumblingWindowInSeconds) > 0 &&
    Number(declared.ParallelizationFactor ?? 1) > 1
  )
    fail('has a tumbling window and more than one batch of a shard at a time');
  const unlimited = (value = -1): number =>
    Number(value) === -1 ? Number.POSITIVE_INFINITY : Number(value);
  return {
    ...shared,
    kind: 'stream',
    table,
    streamArn: arn,
    from,
    onFailure,
    batch_max: Number(declared.BatchSize ?? 100),
    bisects: String(declared.BisectBatchOnFunctionError) === 'true',
    retries_max: unlimited(declared.MaximumRetryAttempts),
    age_ms_max: unlimited(declared.MaximumRecordAgeInSeconds) * 1_000,
    batching_ms: secondsIn(declared.MaximumBatchingWindowInSeconds) * 1_000,
    tumbling_ms: secondsIn(declared.TumblingWindowInSeconds) * 1_000,
    accesses: accessesToStream(table, arn, resources, onFailure),
  };
};

const secondsIn = (seconds = 0): number => Number(seconds);

/** Reads FilterCriteria: a record is wanted when one of the filters fits, or there are none. Throws BadConfiguration. */
const filterOf = (criteria: unknown, where: string): Pattern => {
  const { Filters = [] } = (criteria ?? {}) as {
    readonly Filters?: readonly { readonly Pattern?: unknown }[];
  };
  const filters = Filters.map(({ Pattern }) =>
    patternOf(parsed(Pattern, where), `The filter of ${where}`),
  );
  return filters.length === 0 ? () => true : (record) => filters.some((fits) => fits(record));
};

const parsed = (pattern: unknown, where: string): unknown => {
  const value = jsonIn(String(pattern));
  if (value !== undefined) return value;
  throw new BadConfiguration(`The filter of ${where} is no JSON.`);
};

/** The permissions that a function's role must have before Lambda reads a queue in its name. */
const accessesToQueue = ({ arn }: Queue): Access[] =>
  ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'].map((action) => ({
    action,
    resource: arn,
  }));

/** The same for a stream: the records of a table with a key of its own are encrypted with it too. */
const accessesToStream = (
  table: Table,
  streamArn: string,
  resources: readonly Resource[],
  onFailure: Queue | undefined,
): Access[] => {
  const key =
    table.kmsKey === undefined ? undefined : keysOf(resources).find(table.kmsKey, table.region);
  const accesses: Access[] = reading.map((action) => ({ action, resource: streamArn }));
  if (key) accesses.push(keyAccess(key, 'kms:Decrypt', 'dynamodb'));
  if (onFailure) accesses.push({ action: 'sqs:SendMessage', resource: onFailure.arn });
  return accesses;
};

const reading = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
