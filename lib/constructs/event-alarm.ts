import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Stack } from 'aws-cdk-lib/core';
import { type Environment, physicalName } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { deadLetters } from './service-queue.ts';

export type EventAlarmProps = {
  readonly id: string;
  /** The name of the rule, of the queue and of the alarm. */
  readonly name: string;
  readonly description: string;
  readonly means: string;
  readonly eventPattern: object;
  readonly topic: ITopic;
};

/** Rings when AWS sends an event of the pattern. The event waits in a queue, which is what rings, until an operator has looked. */
export const eventAlarm = (
  stack: Stack,
  environment: Environment,
  props: EventAlarmProps,
): void => {
  const queue = deadLetters(stack, environment, props);
  const rule = new CfnRule(stack, props.id, {
    name: physicalName(environment.name, props.name),
    description: props.description,
    eventPattern: props.eventPattern,
    targets: [{ id: 'queue', arn: queue.queueArn }],
  });
  acknowledge(rule, {
    'Serverless-EventBusDLQ':
      'Its queue is one of dead letters itself, and EventBridge tries for 24 hours to put events there.',
  });
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('events.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      conditions: { ArnEquals: { 'aws:SourceArn': rule.attrArn } },
    }),
  );
};
