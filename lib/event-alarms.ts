import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { alarm, minutes } from './constructs/alarm.ts';
import { functionAlarms } from './constructs/function-alarms.ts';
import { type Environment, physicalName } from './environments.ts';

export type WatchedWorkers = {
  readonly relay: LambdaFunction;
  readonly sweep: LambdaFunction;
  /** Those that only have to run without errors. */
  readonly others: readonly LambdaFunction[];
  readonly topic: ITopic;
};

/** What wakes somebody about the workers; the queues between them have alarms of their own. */
export const eventAlarms = (stack: Stack, environment: Environment, watched: WatchedWorkers): void => {
  const { relay, sweep, others, topic } = watched;
  const home = new Construct(stack, 'Watch');
  functionAlarms(home, environment, { what: 'event-workers', functions: [relay, ...others, sweep], topic });
  alarm(home, 'StreamLate', topic, {
    name: physicalName(environment.name, 'relay-events-late'),
    means: 'New events reach the bus minutes late: relay-events fails or is throttled; read its errors.',
    metric: relay.metric('IteratorAge', { statistic: 'Maximum', period: minutes(5) }),
    threshold: 5 * 60 * 1000,
  });
  alarm(home, 'SweeperStopped', topic, {
    name: physicalName(environment.name, 'sweep-due-work-stopped'),
    means: 'Nothing swept for minutes, so lost messages and long retries do not heal: look at its rule and its errors.',
    metric: sweep.metricInvocations({ statistic: 'Sum', period: minutes(5) }),
    threshold: 1,
    alive: true,
  });
};
