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
    const ending = errorsAlarm(what, part * metrics_max);
    alarm(scope, ending, topic, {
      name: physicalName(environment, ending),
      means: `Functions of ${what} crash or run out of time: read their logs for the lines without an outcome.`,
      metric: sumOf(
        'errors',
        some.map((one) => one.metricErrors({ statistic: 'Sum', period: minutes(5) })),
      ),
      threshold: 1,
    });
  }
};

/** How the name of the alarm ends that watches the function at a place, from 0, in what alarms call it. */
export const errorsAlarm = (what: string, at: number): string => {
  const part = Math.floor(at / metrics_max);
  return part === 0 ? `${what}-errors` : `${what}-errors-${part + 1}`;
};
