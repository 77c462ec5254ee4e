import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../environments.ts';
import type { EventSource } from '../event-sources.ts';
import { deadLetters } from './service-queue.ts';
import { type QueueWorkerProps, queueWorker } from './worker.ts';

/** The worker, its queue, which gives the rule its name, and what the rule puts there. */
export type ConsumerProps = QueueWorkerProps & { readonly hears: EventSource };

/** A worker woken by events, through a queue of its own; what cannot be put there is kept apart. */
export const consumer = (scope: Construct, environment: Environment, props: ConsumerProps): LambdaFunction => {
  const { queue: name, topic } = props;
  const { queue, made } = queueWorker(scope, environment, props);
  const missed = deadLetters(scope, environment, {
    name: `${name}-missed`,
    means: `The bus could not put events into the queue ${name}: look at its policy; the sweeper tells them again.`,
    topic,
  });
  const rule = ruleInto(scope, environment, props, { queue, missed });
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
  return made;
};

type Queues = { readonly queue: Queue; readonly missed: Queue };

const ruleInto = (scope: Construct, environment: Environment, props: ConsumerProps, queues: Queues): CfnRule => {
  const { queue: name, hears } = props;
  return new CfnRule(scope, `${name}-rule`, {
    name: physicalName(environment.name, name),
    description: `${hears.means}, for the queue ${name}`,
    ...(hears.bus && { eventBusName: hears.bus.eventBusName }),
    eventPattern: hears.pattern,
    targets: [
      {
        id: name,
        arn: queues.queue.queueArn,
        ...(hears.group && { sqsParameters: { messageGroupId: hears.group } }),
        ...(hears.message && { inputTransformer: messageOf(hears.message) }),
        deadLetterConfig: { arn: queues.missed.queueArn },
        retryPolicy: { maximumRetryAttempts: 20, maximumEventAgeInSeconds: 60 * 60 },
      },
    ],
  });
};

/** EventBridge itself puts quotes around the texts that it fills in. */
const messageOf = ({ kind, members }: NonNullable<EventSource['message']>): CfnRule.InputTransformerProperty => ({
  inputPathsMap: { ...members },
  inputTemplate: `{${[`"kind":"${kind}"`, ...Object.keys(members).map((member) => `"${member}":<${member}>`)].join(',')}}`,
});
