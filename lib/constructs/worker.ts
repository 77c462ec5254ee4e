import { CfnEventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Worker } from '../../functions/app/jobs/worker.ts';
import type { QueueName } from '../aws-settings.ts';
import { concurrencyOf, type Environment } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { currentAliasOf } from './current-alias.ts';
import { serviceFunction } from './service-function.ts';
import { serviceQueue } from './service-queue.ts';

export type QueueWorkerProps = {
  readonly worker: Worker;
  /** The queue it works on, without the environment's prefix. */
  readonly queue: QueueName;
  /** The alarm rings when a message has waited for so long. */
  readonly oldest_seconds: number;
  readonly topic: ITopic;
  readonly variables?: Readonly<Record<string, string>>;
};

/**
 * A worker with its queue. It reports the messages that failed, so that only they come again, and never runs more often
 * at a time than the environment says.
 */
export const queueWorker = (
  scope: Construct,
  environment: Environment,
  props: QueueWorkerProps,
) => {
  const { worker, topic } = props;
  const home = new Construct(scope, worker.id);
  // AWS advises six times the timeout of the function.
  const visibility_seconds = 6 * worker.timeout_seconds;
  const { queue: name, oldest_seconds } = props;
  const queue = serviceQueue(scope, environment, {
    name,
    visibility_seconds,
    oldest_seconds,
    topic,
  });
  const made = serviceFunction(home, environment, {
    ...worker,
    ...(props.variables && { variables: props.variables }),
    feedsItself: sendsTo(worker, name),
  });
  const mapping = new CfnEventSourceMapping(home, 'Mapping', {
    functionName: fed(made, environment, worker),
    eventSourceArn: queue.queueArn,
    batchSize: messages_max,
    maximumBatchingWindowInSeconds: 0,
    functionResponseTypes: ['ReportBatchItemFailures'],
    scalingConfig: { maximumConcurrency: concurrencyOf(environment, name) },
  });
  acknowledge(mapping, {
    'Serverless-LambdaEventSourceMappingDestination':
      'The queue itself sends what failed too often to its dead letters; Lambda has no destination for queues.',
  });
  return { queue, made };
};

/** The target of a mapping: the function by its name, or the alias of its version. */
const fed = (made: LambdaFunction, environment: Environment, { id }: Worker): string =>
  currentAliasOf(made, environment, id)?.ref ?? made.functionName;

const sendsTo = ({ permissions }: Worker, queue: string): boolean =>
  Object.entries(permissions).some(
    ([reach, uses]) => reach === `${queue}Queue` && (uses as readonly string[]).includes('send'),
  );

/** Messages of one call at most: SQS takes more only with a batching window, which is a wait for every single message. */
export const messages_max = 10;

export type StreamWorkerProps = {
  readonly worker: Worker;
  readonly streams: readonly FedStream[];
  readonly batch: number;
  /** How long records are gathered for a batch, and the tumbling window, which makes Lambda say the shard; absent: neither. */
  readonly windows?: { readonly batching_seconds: number; readonly tumbling_seconds: number };
  /** How many batches of one shard are worked on at a time; absent: one. */
  readonly parallelism?: number | undefined;
  /** A record is given up after so many retries or at this age; then its position goes to the dead letters. */
  readonly retries_max: number;
  readonly age_seconds_max: number;
  readonly missed: Queue;
};

type FedStream = {
  /** The id of its mapping. */
  readonly id: string;
  readonly streamArn: string;
  /** The part of the stream that the worker is called for, as EventBridge patterns: any of them. */
  readonly filters: readonly object[];
};

/** A worker fed by the streams of tables: a batch that fails is halved, so that one bad record does not hold up others. */
export const streamWorker = (
  scope: Construct,
  environment: Environment,
  props: StreamWorkerProps,
): LambdaFunction => {
  const { worker, streams, windows, missed } = props;
  const home = new Construct(scope, worker.id);
  const made = serviceFunction(home, environment, worker);
  const functionName = fed(made, environment, worker);
  for (const { id, streamArn, filters } of streams)
    new CfnEventSourceMapping(home, id, {
      functionName,
      eventSourceArn: streamArn,
      startingPosition: 'TRIM_HORIZON',
      batchSize: props.batch,
      bisectBatchOnFunctionError: true,
      ...(windows && {
        maximumBatchingWindowInSeconds: windows.batching_seconds,
        tumblingWindowInSeconds: windows.tumbling_seconds,
      }),
      ...(props.parallelism && { parallelizationFactor: props.parallelism }),
      maximumRetryAttempts: props.retries_max,
      maximumRecordAgeInSeconds: props.age_seconds_max,
      functionResponseTypes: ['ReportBatchItemFailures'],
      filterCriteria: { filters: filters.map((filter) => ({ pattern: JSON.stringify(filter) })) },
      destinationConfig: { onFailure: { destination: missed.queueArn } },
    });
  return made;
};
