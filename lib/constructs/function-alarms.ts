import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../environments.ts';
import { alarm, metrics_max, minutes, sumOf } from './alarm.ts';

export type WatchedFunctions = {
  /** What the alarms call them: a noun, or the worker itself. */
  readonly what: string;
  readonly functions: readonly LambdaFunction[];
  readonly topic: ITopic;
};

/** Errors are crashes and time-outs: what a function refuses or answers 500 itself is not among them. */
export const functionAlarms = (
  scope: Construct,
  { name: environment }: Environment,
  { what, functions, topic }: WatchedFunctions,
): void => {
  for (let part = 0; part * metrics_max < functions.length; part += 1) {
    const some = functions.slice(part * metrics_max, (part + 1) * metrics_max);
    const suffix = part === 0 ? '' : `-${part + 1}`;
    alarm(scope, `${what}-errors${suffix}`, topic, {
      name: physicalName(environment, `${what}-errors${suffix}`),
      means: `Functions of ${what} crash or run out of time: read their logs for the lines without an outcome.`,
      metric: sumOf(
        'errors',
        some.map((one) => one.metricErrors({ statistic: 'Sum', period: minutes(5) })),
      ),
      threshold: 1,
    });
  }
};
