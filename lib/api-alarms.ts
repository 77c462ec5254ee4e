import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { alarm, existingAlarmTopic, metrics_max, minutes, sumOf } from './constructs/alarm.ts';
import { type Environment, physicalName } from './environments.ts';

export type Watched = {
  readonly api: RestApi;
  readonly authorize: LambdaFunction;
  /** By noun; what no noun owns is under `workers`. */
  readonly functions: ReadonlyMap<string, readonly LambdaFunction[]>;
};

/** What wakes somebody about the API. Functions are watched by noun: an alarm each would double the stack. */
export const apiAlarms = (stack: Stack, environment: Environment, { api, authorize, functions }: Watched): void => {
  const home = new Construct(stack, 'Watch');
  const topic = existingAlarmTopic(home, environment);
  const named = (what: string) => physicalName(environment.name, what);
  alarm(home, 'ServerErrors', topic, {
    name: named('api-server-errors'),
    means: 'Callers get 5xx answers: find request ids in the access log, then the function log lines with them.',
    metric: api.deploymentStage.metricServerError({ statistic: 'Sum', period: minutes(5) }),
    threshold: 5,
  });
  alarm(home, 'Latency', topic, {
    name: named('api-latency'),
    means:
      'One answer in a hundred takes over three seconds: compare integration and authorizer latency in the access log.',
    metric: api.deploymentStage.metricLatency({ statistic: 'p99', period: minutes(5) }),
    threshold: 3_000,
    periods: 3,
  });
  watch(home, topic, 'authorizer', [authorize], named);
  for (const [noun, made] of functions) watch(home, topic, noun, made, named);
};

/** Errors are crashes and time-outs: what a function refuses or answers 500 itself is not among them. */
const watch = (
  home: Construct,
  topic: ITopic,
  what: string,
  made: readonly LambdaFunction[],
  named: (what: string) => string,
): void => {
  for (let part = 0; part * metrics_max < made.length; part += 1) {
    const some = made.slice(part * metrics_max, (part + 1) * metrics_max);
    const suffix = part === 0 ? '' : `-${part + 1}`;
    const options = { statistic: 'Sum', period: minutes(5) };
    alarm(home, `${what}-errors${suffix}`, topic, {
      name: named(`${what}-errors${suffix}`),
      means: `Functions of ${what} crash or run out of time: read their logs for the lines without an outcome.`,
      metric: sumOf(
        'errors',
        some.map((one) => one.metricErrors(options)),
      ),
      threshold: 1,
    });
    alarm(home, `${what}-throttles${suffix}`, topic, {
      name: named(`${what}-throttles${suffix}`),
      means: `Lambda has no room for ${what}: raise the account's concurrency or find who takes it.`,
      metric: sumOf(
        'throttles',
        some.map((one) => one.metricThrottles(options)),
      ),
      threshold: 1,
    });
  }
};
