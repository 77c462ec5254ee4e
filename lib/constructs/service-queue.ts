import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { type Environment, physicalName } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { alarm, minutes } from './alarm.ts';

/** The name of the queue of what CloudTrail says of keys that end. */
export const endingKeysQueue = 'keys-ending';

export type ServiceQueueProps = {
  /** `webhooks` is `{service}-{environment}-webhooks`; what its worker fails at goes to `…-webhooks-failed`. */
  readonly name: string;
  /** How long a message that a worker took stays hidden from others. */
  readonly visibility_seconds: number;
  /** The alarm rings when a message has waited for so long. */
  readonly oldest_seconds: number;
  readonly topic: ITopic;
};

/** The name of the queue of what a worker gave up on, by that of its queue. */
export const failedQueue = (name: string): string => `${name}-failed`;

/**
 * The name of the queue of what came to no queue: events that a rule could not put there, and positions in the stream that the
 * relay gave up. Each message names where it is from, and none is redriven: the sweeper publishes the events again.
 */
export const missedQueue = 'events-missed';

/** A message is a hint, and the sweeper gives another one: what nobody took for so long need not stay. */
const retention = Duration.days(4);

/** How often a message is tried before it goes to the dead letters. */
const receives_max = 5;

/** A queue that takes TLS only, encrypted, with its dead letters, and alarms on what waits too long or failed. */
export const serviceQueue = (
  scope: Construct,
  environment: Environment,
  props: ServiceQueueProps,
): Queue => {
  const { name, topic } = props;
  const home = new Construct(scope, `${name}-queue`);
  const failed = deadLetters(home, environment, {
    name: failedQueue(name),
    means: `A message of the queue ${name} failed ${receives_max} times: read its worker's errors, then redrive it.`,
    topic,
  });
  const queue = new Queue(home, 'Queue', {
    queueName: physicalName(environment.name, name),
    visibilityTimeout: Duration.seconds(props.visibility_seconds),
    retentionPeriod: retention,
    deadLetterQueue: { queue: failed, maxReceiveCount: receives_max },
    ...always,
  });
  alarm(home, 'Waiting', topic, {
    name: physicalName(environment.name, `${name}-waiting`),
    means: `A message waits in ${name} for over ${props.oldest_seconds} seconds: its worker fails or is slow.`,
    metric: queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: minutes(5) }),
    threshold: props.oldest_seconds,
  });
  return queue;
};

/** A queue that nobody consumes: what is in it rings the alarm until an operator has looked. */
export const deadLetters = (
  scope: Construct,
  environment: Environment,
  props: { readonly name: string; readonly means: string; readonly topic: ITopic },
): Queue => {
  const home = new Construct(scope, props.name);
  const queue = new Queue(home, 'Queue', {
    queueName: physicalName(environment.name, props.name),
    retentionPeriod: Duration.days(14),
    ...always,
  });
  alarm(home, 'Filled', props.topic, {
    name: physicalName(environment.name, props.name),
    means: props.means,
    metric: queue.metricApproximateNumberOfMessagesVisible({
      statistic: 'Maximum',
      period: minutes(5),
    }),
    threshold: 1,
  });
  acknowledge(queue, {
    'AwsSolutions-SQS3': itIsTheEnd,
    'Serverless-SQSRedrivePolicy': itIsTheEnd,
  });
  return queue;
};

const itIsTheEnd =
  'It holds what failed elsewhere, and nothing takes from it that could fail again.';

const always = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
