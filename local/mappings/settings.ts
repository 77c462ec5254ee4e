import type { Access, Resource } from '../aws-service.ts';
import { BadConfiguration } from '../bad-configuration.ts';
import { type Table, tablesOf } from '../engine/tables.ts';
import { calledIn, declaring, type LambdaFunction, qualifiedName } from '../functions/lambda-function.ts';
import type { Queue, Queues } from '../queues/queues.ts';
import { filterOf } from './filter.ts';
import { accessesToQueue, accessesToStream } from './role.ts';

/** What a mapping of either kind says. */
type Shared = {
  /** For people: `the mapping of fan-out-event`. */
  readonly called: string;
  readonly of: LambdaFunction;
  readonly batch_max: number;
  readonly reportsItems: boolean;
  readonly wanted: (record: unknown) => boolean;
  /** What the function's role must allow, since mappings act in its name. */
  readonly accesses: readonly Access[];
};

export type QueueMapping = Shared & {
  readonly kind: 'queue';
  readonly queue: Queue;
  /** Batches at once. */
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
  /** Told of what was given up. */
  readonly onFailure: Queue | undefined;
};

export type Mapping = QueueMapping | StreamMapping;

export type MappingSources = {
  readonly resources: readonly Resource[];
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  readonly queues: Queues;
};

/** Every enabled event source mapping among the resources; throws BadConfiguration for what AWS or this machine refuses. */
export const mappingsOf = (sources: MappingSources): Mapping[] =>
  sources.resources
    .filter(
      ({ type, properties }) => type === 'AWS::Lambda::EventSourceMapping' && String(properties.Enabled) !== 'false',
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
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination?: string } };
};

/** What a mapping may say and this machine does as told; ParallelizationFactor only makes a stream's order looser. */
const understood = new Set([
  ...['FunctionName', 'EventSourceArn', 'Enabled', 'Tags', 'BatchSize', 'MaximumBatchingWindowInSeconds'],
  ...['FunctionResponseTypes', 'FilterCriteria', 'ScalingConfig', 'StartingPosition', 'BisectBatchOnFunctionError'],
  ...['MaximumRetryAttempts', 'MaximumRecordAgeInSeconds', 'DestinationConfig', 'ParallelizationFactor'],
]);

const mappingOf = ({ logicalId, properties }: Resource, sources: MappingSources): Mapping => {
  const refuse = (what: string): never => {
    throw new BadConfiguration(`The event source mapping ${logicalId} ${what}.`);
  };
  const unknown = Object.keys(properties).find((name) => !understood.has(name));
  if (unknown) refuse(`has ${unknown}, which local/ does not run`);
  const said = properties as Properties;
  const called = calledIn(said.FunctionName ?? '') ?? { functionName: said.FunctionName ?? '' };
  const { functionName: name } = called;
  const of = sources.functions.get(name) ?? refuse(`feeds the function ${name}, which does not exist`);
  if (!declaring(sources.resources)(called)) refuse(`feeds ${qualifiedName(called)}, which no template declares`);
  const arn = said.EventSourceArn ?? '';
  if (Number(said.MaximumBatchingWindowInSeconds ?? 0) > 0)
    refuse('gathers batches for a time, which local/ does not run');
  const feeds = `the mapping of ${name}`;
  const shared = {
    ...{ called: feeds, of },
    reportsItems: said.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    wanted: filterOf(said.FilterCriteria, feeds),
  };
  const queue = sources.queues.byArn(arn);
  if (queue) return queueMappingOf(said, shared, queue, refuse);
  const [, tableName] = /^arn:aws:dynamodb:[^:]+:\d+:table\/([^/]+)\/stream\//.exec(arn) ?? [];
  const table = tablesOf(sources.resources).find((each) => each.name === tableName);
  if (!table?.definition.StreamSpecification) return refuse(`reads ${arn}, which no template declares`);
  return streamMappingOf(said, shared, { table, arn }, sources, refuse);
};

type Refuse = (what: string) => never;
type Common = Omit<Shared, 'batch_max' | 'accesses'>;

const queueMappingOf = (said: Properties, shared: Common, queue: Queue, refuse: Refuse): QueueMapping => {
  const batch_max = Number(said.BatchSize ?? 10);
  if (batch_max > 10) refuse('has batches of more than 10, which need a batching window, which local/ does not run');
  if (queue.settings.visibility_seconds * 1_000 < shared.of.timeout_ms)
    refuse(`reads ${queue.name}, whose visibility timeout is shorter than the function's timeout`);
  const concurrency_max = Number(said.ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY);
  if (concurrency_max < 2) refuse('has a MaximumConcurrency below 2');
  return { ...shared, kind: 'queue', queue, batch_max, concurrency_max, accesses: accessesToQueue(queue) };
};

const streamMappingOf = (
  said: Properties,
  shared: Common,
  { table, arn }: { readonly table: Table; readonly arn: string },
  { resources, queues }: MappingSources,
  refuse: Refuse,
): StreamMapping => {
  const from = said.StartingPosition;
  if (from !== 'TRIM_HORIZON' && from !== 'LATEST') return refuse('has no StartingPosition that a stream knows');
  const destination = said.DestinationConfig?.OnFailure?.Destination;
  const onFailure = destination === undefined ? undefined : queues.byArn(destination);
  if (destination !== undefined && !onFailure) refuse(`sends what fails to ${destination}, which is no queue here`);
  const unlimited = (value = -1): number => (Number(value) === -1 ? Number.POSITIVE_INFINITY : Number(value));
  return {
    ...shared,
    ...{ kind: 'stream', table, streamArn: arn, from, onFailure },
    batch_max: Number(said.BatchSize ?? 100),
    bisects: String(said.BisectBatchOnFunctionError) === 'true',
    retries_max: unlimited(said.MaximumRetryAttempts),
    age_ms_max: unlimited(said.MaximumRecordAgeInSeconds) * 1_000,
    accesses: accessesToStream(table, arn, resources, onFailure),
  };
};
