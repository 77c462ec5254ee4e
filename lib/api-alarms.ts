import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { alarm, existingAlarmTopic, minutes } from './constructs/alarm.ts';
import { functionAlarms } from './constructs/function-alarms.ts';
import { type Environment, physicalName } from './environments.ts';

export type Watched = {
  /** Begins the alarms' names: `api-server-errors`. */
  readonly what: 'api' | 'dashboard';
  readonly api: RestApi;
  readonly authorize: LambdaFunction;
  /** By noun; what no noun owns is under `workers`. */
  readonly functions: ReadonlyMap<string, readonly LambdaFunction[]>;
};

/** What wakes somebody about the API. Functions are watched by noun: an alarm each would double the stack. */
export const apiAlarms = (
  stack: Stack,
  environment: Environment,
  { what, api, authorize, functions }: Watched,
): void => {
  const home = new Construct(stack, 'Watch');
  const topic = existingAlarmTopic(home, environment);
  const named = (trouble: string) => physicalName(environment.name, `${what}-${trouble}`);
  alarm(home, 'ServerErrors', topic, {
    name: named('server-errors'),
    means: 'Callers get 5xx answers: find request ids in the access log, then the function log lines with them.',
    metric: api.deploymentStage.metricServerError({ statistic: 'Sum', period: minutes(5) }),
    threshold: 5,
  });
  alarm(home, 'Latency', topic, {
    name: named('latency'),
    means:
      'One answer in a hundred takes over three seconds: compare integration and authorizer latency in the access log.',
    metric: api.deploymentStage.metricLatency({ statistic: 'p99', period: minutes(5) }),
    threshold: 3_000,
    periods: 3,
  });
  functionAlarms(home, environment, { what: authorizerOf[what], functions: [authorize], topic });
  for (const [noun, made] of functions) functionAlarms(home, environment, { what: noun, functions: made, topic });
};

/** What the alarms call the function that checks the callers. */
const authorizerOf = { api: 'authorizer', dashboard: 'dashboard-authorizer' } as const;
