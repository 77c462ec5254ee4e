import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type Environment, physicalName } from '../environments.ts';

/** The one topic of an environment's alarms: encrypted, TLS only. The people on call subscribe to it. */
export const alarmTopic = (scope: Construct, environment: Environment): ITopic => {
  // CloudWatch cannot publish through the key AWS manages for SNS, and the data's key is not for alarms.
  const key = new Key(scope, 'AlarmKey', {
    description: `Encrypts the alarm topic of ${environment.name}`,
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const topic = new Topic(scope, 'Alarms', { topicName: topicName(environment), masterKey: key, enforceSSL: true });
  key.addToResourcePolicy(forAlarms(topic, ['kms:Decrypt', 'kms:GenerateDataKey*'], '*'));
  // A topic with its own policy loses the one that lets the account publish.
  topic.addToResourcePolicy(forAlarms(topic, ['sns:Publish'], topic.topicArn));
  return topic;
};

/** CloudWatch, for alarms of this account only. */
const forAlarms = (topic: Topic, actions: string[], resource: string): PolicyStatement =>
  new PolicyStatement({
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions,
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': topic.stack.account } },
  });

/** The same topic seen from another stack, by its name. */
export const existingAlarmTopic = (scope: Construct, environment: Environment): ITopic => {
  const topicArn = Stack.of(scope).formatArn({
    service: 'sns',
    resource: topicName(environment),
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  });
  return Topic.fromTopicArn(scope, 'Alarms', topicArn);
};

const topicName = (environment: Environment): string => physicalName(environment.name, 'alarms');

export type AlarmProps = {
  /** Unique in the environment; the runbook has one entry for each ending. */
  readonly name: string;
  /** One sentence for the person on call: what it means and where to look first. */
  readonly means: string;
  readonly metric: IMetric;
  /** The alarm rings when the metric is at or above this; or below it, and when there is none, if it is `alive`. */
  readonly threshold: number;
  /** The metric says that something lives: silence is what rings. */
  readonly alive?: true;
  /** How many periods in a row; 1 unless given. */
  readonly periods?: number;
};

/** Rings the environment's topic, and says when it is over. No data is good, since nobody called, but of what is alive. */
export const alarm = (scope: Construct, id: string, topic: ITopic, props: AlarmProps): Alarm => {
  const made = new Alarm(scope, id, {
    alarmName: props.name,
    alarmDescription: props.means,
    metric: props.metric,
    threshold: props.threshold,
    evaluationPeriods: props.periods ?? 1,
    ...(props.alive ? ringsBelow : ringsAbove),
  });
  made.addAlarmAction(new SnsAction(topic));
  made.addOkAction(new SnsAction(topic));
  return made;
};

const ringsAbove = {
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};
const ringsBelow = {
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.BREACHING,
};

/** The most metrics one expression of an alarm may add up; CloudWatch sets it. */
export const metrics_max = 10;

/**
 * The sum of at most `metrics_max` metrics over five minutes, of those that say anything: FILL has nothing to fill where a
 * metric has no data at all, and one such metric would make a sum by `+` as silent.
 */
export const sumOf = (label: string, metrics: readonly IMetric[]): IMetric => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric] as const));
  return new MathExpression({ expression: 'SUM(METRICS())', label, usingMetrics, period: minutes(5) });
};

export const minutes = (count: number): Duration => Duration.minutes(count);

/**
 * Throttled reads and writes of one table, each with those of its indexes, which DynamoDB counts apart: a hot partition, or
 * growth faster than DynamoDB follows.
 */
export const tableAlarms = (table: TableV2, tableName: string, indexes: readonly string[], topic: ITopic): void => {
  const places = [{}, ...indexes.map((index) => ({ GlobalSecondaryIndexName: index }))];
  for (const [what, metricName] of throttles)
    alarm(table, `${metricName}s`, topic, {
      name: `${tableName}-${what}-throttled`,
      means: `DynamoDB throttles ${what} of ${tableName} or an index of it: look for one tenant or key with most of the traffic.`,
      metric: sumOf(
        `throttled ${what}`,
        places.map((place) => {
          const dimensionsMap = { TableName: table.tableName, ...place };
          return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: 'Sum' });
        }),
      ),
      threshold: 10,
    });
};

const throttles = [
  ['reads', 'ReadThrottleEvents'],
  ['writes', 'WriteThrottleEvents'],
] as const;

export type WatchedFunctions = {
  /** What the alarms call them: a resource, or the worker itself. */
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
