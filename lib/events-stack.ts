import { CfnRule, EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { deliverWebhook, fanOutEvent, relayEvents, sweepDueWork } from '../functions/contract/workers.ts';
import { existingAlarmTopic } from './constructs/alarm.ts';
import { clockWorker } from './constructs/clock-worker.ts';
import { deadLetters } from './constructs/service-queue.ts';
import { queueWorker, streamWorker } from './constructs/worker.ts';
import { busName, type Environment, physicalName, service, streamParameter } from './environments.ts';
import { eventAlarms } from './event-alarms.ts';

/** From the outbox to the webhooks: the stream's relay, the bus, a queue for each consumer, workers and the sweeper. */
export const eventsStack = (scope: Construct, environment: Environment): Stack => {
  const stack = new Stack(scope, 'events', {
    stackName: physicalName(environment.name, 'events'),
    description: `Event bus, queues and workers of ${service} ${environment.name}`,
    terminationProtection: environment.protectData,
  });
  const topic = existingAlarmTopic(stack, environment);
  const relay = streamWorker(stack, environment, { ...fromOutbox(stack, environment), topic });
  const bus = new EventBus(stack, 'Bus', { eventBusName: busName(environment.name) });
  const fanOut = queueWorker(stack, environment, { ...ofWebhooks, topic });
  consumer(stack, environment, { bus, queue: fanOut.queue, name: 'webhooks', topic });
  const deliver = queueWorker(stack, environment, { ...ofDeliveries, topic });
  const sweep = clockWorker(stack, environment, {
    worker: sweepDueWork,
    rate: 'rate(1 minute)',
    alone: environment.reserveSweeper,
  });
  eventAlarms(stack, environment, { relay, fanOut: fanOut.made, deliver: deliver.made, sweep, topic });
  return stack;
};

/** New events that everybody may hear of; confirmations, expiries and tests of one webhook are not worth a call. */
const fromOutbox = (stack: Stack, environment: Environment) => ({
  worker: relayEvents,
  table: 'outbox',
  streamArn: StringParameter.valueForStringParameter(stack, streamParameter(environment.name)),
  filter: { eventName: ['INSERT'], dynamodb: { NewImage: { undispatched: { S: [{ exists: true }] } } } },
  batch: 100,
  // What is given up is still undispatched, and the sweeper publishes it; a bad record must not stop the stream.
  retries_max: 10,
  age_seconds_max: 60 * 60,
});

const ofWebhooks = { worker: fanOutEvent, queue: 'webhooks', batch: 10, oldest_seconds: 5 * 60 };

const ofDeliveries = {
  worker: deliverWebhook,
  queue: 'deliver',
  // Each of a batch talks to its own host at once, and each waits for it for up to ten seconds.
  batch: 20,
  window_seconds: 1,
  // The longest delay that a message is sent with, and five minutes.
  oldest_seconds: (15 + 5) * 60,
  // Four threads look up all names by default: one that does not answer would hold up the others of its batch.
  variables: { UV_THREADPOOL_SIZE: '64' },
};

type Consumer = {
  readonly bus: EventBus;
  readonly queue: Queue;
  /** The consumer's name: the rule's, and that of its queue. */
  readonly name: string;
  readonly topic: ITopic;
};

/** Every event of the service into one consumer's queue, fair among tenants; what cannot be put there is kept apart. */
const consumer = (stack: Stack, environment: Environment, { bus, queue, name, topic }: Consumer): void => {
  const missed = deadLetters(stack, environment, {
    name: `${name}-missed`,
    means: `The bus could not put events into the queue ${name}: look at its policy; the sweeper tells them again.`,
    topic,
  });
  const rule = new CfnRule(stack, `${name}-rule`, {
    name: physicalName(environment.name, name),
    description: `Events for the queue ${name}`,
    eventBusName: bus.eventBusName,
    eventPattern: { source: [service] },
    targets: [
      {
        id: name,
        arn: queue.queueArn,
        sqsParameters: { messageGroupId: '$.detail.tenant_id' },
        deadLetterConfig: { arn: missed.queueArn },
        retryPolicy: { maximumRetryAttempts: 20, maximumEventAgeInSeconds: 60 * 60 },
      },
    ],
  });
  for (const target of [queue, missed]) {
    target.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [target.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
      }),
    );
  }
};
