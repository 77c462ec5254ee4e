import { CfnRule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Stack } from 'aws-cdk-lib/core';
import { type Environment, physicalName } from '../environments.ts';
import { acknowledge } from './acknowledge.ts';
import { deadLetters, endingKeysQueue } from './service-queue.ts';

/**
 * Rings when somebody disables a key of the stack or schedules its deletion: the first ends the service at once, the second after
 * 30 days and for ever. CloudTrail's event waits in a queue, which is what rings, until an operator has looked. EventBridge gets the
 * event only where a trail records changes: that of `trailDays`, or another one of the account and region.
 */
export const keysWatch = (stack: Stack, environment: Environment, topic: ITopic): void => {
  const queue = deadLetters(stack, environment, {
    name: endingKeysQueue,
    means:
      'A key was disabled, or will be deleted: the message names it and who did it. Enable it, or cancel the deletion.' +
      (environment.trailDays
        ? ''
        : ' It needs a trail of this account and region that records changes, as that of live.'),
    topic,
  });
  const keys = stack.node.findAll().filter((one): one is Key => one instanceof Key);
  const rule = new CfnRule(stack, 'EndingKeys', {
    name: physicalName(environment.name, endingKeysQueue),
    description: 'Keys that were disabled, or will be deleted',
    eventPattern: {
      source: ['aws.kms'],
      'detail-type': ['AWS API Call via CloudTrail'],
      detail: {
        eventName: ['DisableKey', 'ScheduleKeyDeletion'],
        resources: { ARN: keys.map(({ keyArn }) => keyArn) },
      },
    },
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
