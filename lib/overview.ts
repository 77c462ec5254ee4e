import {
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  SearchExpression,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Duration, type Stack } from 'aws-cdk-lib/core';
import { relayEvents } from '../functions/app/jobs/jobs.ts';
import { metrics, metricsNamespace } from '../functions/core/metrics.ts';
import { minutes } from './constructs/alarm.ts';
import { endingKeysQueue, failedQueue, missedQueue } from './constructs/service-queue.ts';
import {
  type Environment,
  functionName,
  globalName,
  physicalName,
  stageName,
} from './environments.ts';

/**
 * One page of CloudWatch for an environment: its requests, their outcomes, its backlogs, and what
 * its functions and tables consume. Everything is named, so that the page stands whatever stack is
 * deployed when.
 */
export const overview = (
  stack: Stack,
  environment: Environment,
  queues: readonly string[],
): Dashboard =>
  new Dashboard(stack, 'Overview', {
    dashboardName: globalName(environment, 'overview'),
    defaultInterval: Duration.days(1),
    widgets: [
      requests(environment),
      outcomes(environment),
      waiting(environment, queues),
      resources(environment),
    ],
  });

const graph = (title: string, left: IMetric[], label?: string): GraphWidget =>
  new GraphWidget({
    title,
    left,
    width: 8,
    height: 6,
    ...(label && { leftYAxis: { label, showUnits: false } }),
  });

const requests = (environment: Environment): GraphWidget[] => {
  const of = (metricName: string, statistic: string, label: string) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      statistic,
      label,
      period: minutes(5),
      dimensionsMap: { ApiName: physicalName(environment.name, 'api'), Stage: stageName },
    });
  const counts = [
    of('Count', 'Sum', 'all'),
    of('4XXError', 'Sum', '4xx'),
    of('5XXError', 'Sum', '5xx'),
  ];
  const latencies = [
    of('Latency', 'p50', 'half'),
    of('Latency', 'p99', 'all but one in a hundred'),
  ];
  return [
    graph('Requests', counts),
    graph('Latency of the API', latencies, 'ms'),
    graph('Refused, by code', [ours(environment, 'refused', 'Sum')]),
  ];
};

const outcomes = (environment: Environment): GraphWidget[] => [
  graph('Created, by route', [ours(environment, 'created', 'Sum')]),
  graph('Attempts to deliver, by what came of them', [ours(environment, 'attempts', 'Sum')]),
  graph('Authorizations, by decision', [ours(environment, 'authorizations', 'Sum')]),
  graph('Stored items that cannot be read', [ours(environment, 'unreadable_items', 'Sum')]),
  graph(
    'Authorization endpoints, by what came of them, p50 and p99',
    ['p50', 'p99'].map((statistic) => ours(environment, 'authorization_endpoint_ms', statistic)),
    'ms',
  ),
];

const waiting = (environment: Environment, queues: readonly string[]): GraphWidget[] => {
  const ages = queues.map((queue) =>
    ofQueue('ApproximateAgeOfOldestMessage', physicalName(environment.name, queue), queue),
  );
  const given_up = [...queues.map(failedQueue), missedQueue, endingKeysQueue].map((name) =>
    ofQueue('ApproximateNumberOfMessagesVisible', physicalName(environment.name, name), name),
  );
  const behind = new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'IteratorAge',
    statistic: 'Maximum',
    label: 'the relay',
    period: minutes(5),
    dimensionsMap: { FunctionName: functionName(environment.name, relayEvents.id) },
  });
  return [
    graph('Oldest message of each queue', ages, 's'),
    graph('Given up, by queue', given_up),
    graph(
      'Behind: the relay, and what a sweep notified',
      [behind, ours(environment, 'scheduled_work_age', 'Maximum')],
      'ms',
    ),
  ];
};

const ofQueue = (metricName: string, QueueName: string, label: string): Metric =>
  new Metric({
    namespace: 'AWS/SQS',
    metricName,
    statistic: 'Maximum',
    label,
    period: minutes(5),
    dimensionsMap: { QueueName },
  });

const resources = (environment: Environment): GraphWidget[] => {
  // CloudWatch looks for unquoted text word by word: it finds every name that has all of these
  // words.
  const words = physicalName(environment.name, '').replaceAll('-', ' ').trim();
  const functions = (metric: string, statistic: string) =>
    search(`{AWS/Lambda,FunctionName} MetricName="${metric}" ${words}`, statistic);
  const tables = (metric: string, by = 'TableName') =>
    search(`{AWS/DynamoDB,${by}} MetricName="${metric}" ${words}`, 'Sum');
  const throttles = ['ReadThrottleEvents', 'WriteThrottleEvents'].flatMap((metric) => [
    tables(metric),
    tables(metric, 'GlobalSecondaryIndexName,TableName'),
  ]);
  return [
    graph('Errors, by function', [functions('Errors', 'Sum')]),
    graph('At once, by function', [functions('ConcurrentExecutions', 'Maximum')]),
    graph('Capacity units, by table', [
      tables('ConsumedReadCapacityUnits'),
      tables('ConsumedWriteCapacityUnits'),
    ]),
    graph('Throttled, by table and index, and attempts of functions', [
      ...throttles,
      ours(environment, 'throttled', 'Sum'),
    ]),
  ];
};

/** The metrics that lines of the log measure, each by its dimensions. */
const ours = ({ name }: Environment, metric: keyof typeof metrics, statistic: string): IMetric => {
  const dimensions = ['environment', ...metrics[metric].by].join(',');
  return search(
    `{"${metricsNamespace}",${dimensions}} MetricName="${metric}" environment="${name}"`,
    statistic,
  );
};

const search = (wanted: string, statistic: string): IMetric =>
  new SearchExpression({
    expression: `SEARCH('${wanted}', '${statistic}', 300)`,
    label: '',
    period: minutes(5),
  });
