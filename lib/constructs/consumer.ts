import { CfnRule, type EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { documentBucket, type Environment, physicalName, service } from '../environments.ts';
import { type QueueWorkerProps, queueWorker } from './worker.ts';

/** The worker, its queue, which gives the rule its name, what the rule puts there, and where it puts what it cannot. */
export type ConsumerProps = QueueWorkerProps & {
  readonly source: EventSource;
  readonly missed: Queue;
};

/** A worker that takes events from its own queue; what the bus cannot put there is dead-lettered, with the rule and the reason. */
export const consumer = (
  scope: Construct,
  environment: Environment,
  props: ConsumerProps,
): LambdaFunction => {
  const { missed } = props;
  const { queue, made } = queueWorker(scope, environment, props);
  const rule = ruleInto(scope, environment, props, queue);
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

const ruleInto = (
  scope: Construct,
  environment: Environment,
  props: ConsumerProps,
  queue: Queue,
): CfnRule => {
  const { queue: name, source, missed } = props;
  return new CfnRule(scope, `${name}-rule`, {
    name: physicalName(environment.name, name),
    description: `${source.means}, for the queue ${name}`,
    ...(source.bus && { eventBusName: source.bus.eventBusName }),
    eventPattern: source.pattern,
    targets: [
      {
        id: name,
        arn: queue.queueArn,
        ...(source.group && { sqsParameters: { messageGroupId: source.group } }),
        ...(source.message && { inputTransformer: messageOf(source.message) }),
        deadLetterConfig: { arn: missed.queueArn },
        retryPolicy: { maximumRetryAttempts: 20, maximumEventAgeInSeconds: 60 * 60 },
      },
    ],
  });
};

/** EventBridge itself puts quotes around the texts that it fills in. */
const messageOf = ({
  kind,
  members,
}: NonNullable<EventSource['message']>): CfnRule.InputTransformerProperty => ({
  inputPathsMap: { ...members },
  inputTemplate: `{${[`"kind":"${kind}"`, ...Object.keys(members).map((member) => `"${member}":<${member}>`)].join(',')}}`,
});

/** The events that a consumer receives of a bus, and what its queue gets of them. */
export type EventSource = {
  /** In one sentence; the rule's description. */
  readonly means: string;
  /** Absent: the account's default bus, on which AWS itself publishes. */
  readonly bus?: EventBus;
  /** A pattern of EventBridge. */
  readonly pattern: object;
  /** Path of what messages are grouped by, so that one group with many does not starve the others. */
  readonly group?: string;
  /** The kind of the messages and their members, each with its path in the event; absent: the whole event. */
  readonly message?: { readonly kind: string; readonly members: Readonly<Record<string, string>> };
};

/** Every event of the service, or those of certain types only; fair among tenants. */
export const ownEvents = (bus: EventBus, types?: readonly string[]): EventSource => ({
  means: types ? `Events ${types.join(', ')}` : 'Every event of the service',
  bus,
  pattern: { source: [service], ...(types && { 'detail-type': [...types] }) },
  group: '$.detail.tenant_id',
});

/** Documents whose bytes have come into the bucket; each message is `{"kind": "document", "key": "{tenant}/{customer}/{document}"}`. */
export const uploadedDocuments = (stack: Stack, environment: Environment): EventSource => ({
  means: 'Documents whose bytes have come',
  pattern: {
    source: ['aws.s3'],
    'detail-type': ['Object Created'],
    detail: { bucket: { name: [documentBucket(environment, stack.account)] } },
  },
  message: { kind: 'document', members: { key: '$.detail.object.key' } },
});
