import { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Stack } from 'aws-cdk-lib/core';
import type { Environment } from '../environments.ts';
import { eventAlarm } from './event-alarm.ts';
import { endingKeysQueue } from './service-queue.ts';

/**
 * Rings when somebody disables a key of the stack or schedules its deletion: the first ends the service at once, the second after
 * 30 days and for ever. EventBridge gets CloudTrail's event only where a trail records changes: that of `trailDays`, or another one
 * of the account and region.
 */
export const keysWatch = (stack: Stack, environment: Environment, topic: ITopic): void => {
  const keys = stack.node.findAll().filter((one): one is Key => one instanceof Key);
  eventAlarm(stack, environment, {
    id: 'EndingKeys',
    name: endingKeysQueue,
    description: 'Keys that were disabled, or will be deleted',
    means:
      'A key was disabled, or will be deleted: the message names it and who did it. Enable it, or cancel the deletion.' +
      (environment.trailDays
        ? ''
        : ' It needs a trail of this account and region that records changes, as that of live.'),
    eventPattern: {
      source: ['aws.kms'],
      'detail-type': ['AWS API Call via CloudTrail'],
      detail: {
        eventName: ['DisableKey', 'ScheduleKeyDeletion'],
        resources: { ARN: keys.map(({ keyArn }) => keyArn) },
      },
    },
    topic,
  });
};
