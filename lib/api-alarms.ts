import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { ApiErrorCode } from '../functions/core/api-error.ts';
import { type metrics, metricsNamespace } from '../functions/core/metrics.ts';
import { alarm, existingAlarmTopic, minutes } from './constructs/alarm.ts';
import { accessLogName } from './constructs/service-api.ts';
import { type Environment, physicalName, service } from './environments.ts';
import type { Door } from './route-functions.ts';

/** Alarms on an API; `what` begins their names: `api-server-errors`. Its functions have theirs in their own stack. */
export const apiAlarms = (
  stack: Stack,
  environment: Environment,
  what: Door,
  api: RestApi,
): void => {
  const home = new Construct(stack, 'Watch');
  const topic = existingAlarmTopic(home, environment);
  const named = (trouble: string) => physicalName(environment.name, `${what}-${trouble}`);
  alarm(home, 'ServerErrors', topic, {
    name: physicalName(environment.name, serverErrorsAlarm(what)),
    means:
      'Callers get 5xx answers: find request ids in the access log, then the function log lines with them.',
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
  if (what === 'api') {
    notEnrolled(home, environment, api, topic);
    ofAccount(home, environment, topic);
    for (const one of logged) loggedAlarm(home, environment, topic, one);
  }
};

/**
 * Functions share the account's concurrency, so one metric, the account's own count of throttles,
 * stands for all of them. One metric for each function would be the largest part of the bill of an
 * idle month. The same holds of errors, where no canary is rolled back for them.
 */
const ofAccount = (home: Construct, environment: Environment, topic: ITopic): void => {
  const sum = { statistic: 'Sum', period: minutes(5) };
  alarm(home, 'FunctionsThrottled', topic, {
    name: physicalName(environment.name, 'functions-throttled'),
    means:
      'Lambda has no room for functions of this account: raise its concurrency or find who takes it.',
    metric: LambdaFunction.metricAllThrottles(sum),
    threshold: 1,
  });
  if (environment.canary) return;
  alarm(home, 'FunctionsErrors', topic, {
    name: physicalName(environment.name, 'functions-errors'),
    means:
      'A function of this account crashes or runs out of time: the page of CloudWatch shows which.',
    metric: LambdaFunction.metricAllErrors(sum),
    threshold: 1,
  });
};

/**
 * Metrics that count lines of the log, each with the count in five minutes that raises an alarm.
 */
const logged = [
  {
    // Nobody shows a thousand cards an hour by one key, unless somebody else has it.
    name: 'reveal-limit-reached',
    metricName: 'refused',
    threshold: 1,
    dimensions: { code: 'reveal_limit_reached' satisfies ApiErrorCode },
    means:
      'A key was shown as many card numbers as it may be within an hour: ask its business whether that was them.',
  },
  {
    name: 'tables-throttled',
    metricName: 'throttled',
    threshold: 10,
    dimensions: {},
    means:
      'DynamoDB throttles reads or writes: the lines dynamodb_throttled name the table and the function.',
  },
  {
    name: 'stored-items-unreadable',
    metricName: 'unreadable_items',
    threshold: 1,
    dimensions: {},
    means:
      'Items lack a field: lists leave them out and jobs fail. The lines stored_item_unreadable name each.',
  },
] as const satisfies readonly {
  readonly metricName: keyof typeof metrics;
  readonly [name: string]: unknown;
}[];

const loggedAlarm = (
  home: Construct,
  environment: Environment,
  topic: ITopic,
  one: (typeof logged)[number],
): void => {
  const { name, metricName, dimensions, ...said } = one;
  alarm(home, name, topic, {
    ...said,
    name: physicalName(environment.name, name),
    metric: new Metric({
      namespace: metricsNamespace,
      metricName,
      statistic: 'Sum',
      period: minutes(5),
      dimensionsMap: { environment: environment.name, ...dimensions },
    }),
  });
};

/** How the name of the alarm ends that counts an API's 5xx answers. */
export const serverErrorsAlarm = (what: Door): string => `${what}-server-errors`;

/** No metric of API Gateway counts this error by itself; the access log names it. */
const notEnrolled = (
  home: Construct,
  environment: Environment,
  api: RestApi,
  topic: ITopic,
): void => {
  const filter = new MetricFilter(home, 'NotEnrolled', {
    logGroup: LogGroup.fromLogGroupName(home, 'AccessLog', accessLogName(environment, 'api')),
    filterPattern: FilterPattern.stringValue('$.refusal', '=', 'INVALID_API_KEY'),
    metricNamespace: service,
    metricName: physicalName(environment.name, 'businesses-not-enrolled'),
  });
  // The stage writes into the group, so the group is there before it.
  filter.node.addDependency(api.deploymentStage);
  alarm(home, 'BusinessesNotEnrolled', topic, {
    name: physicalName(environment.name, 'businesses-not-enrolled'),
    means:
      'A business with a good key is answered 503, since API Gateway has no usage key of it: enrol it by `limit`.',
    metric: filter.metric({ statistic: 'Sum', period: minutes(5) }),
    threshold: 1,
  });
};
