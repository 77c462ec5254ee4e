import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { FilterPattern, type LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type Environment, physicalName, service } from '../environments.ts';

/**
 * The one topic of an environment's alarms: encrypted, TLS only. The people on call subscribe to it. CloudWatch cannot publish
 * through the key AWS manages for SNS; where data is protected the data's key is not for alarms.
 */
export const alarmTopic = (scope: Construct, environment: Environment, dataKey: Key): ITopic => {
  const key = environment.protectData ? alarmKey(scope, environment) : dataKey;
  const topic = new Topic(scope, 'Alarms', {
    topicName: topicName(environment),
    masterKey: key,
    enforceSSL: true,
  });
  key.addToResourcePolicy(forAlarms(topic, ['kms:Decrypt', 'kms:GenerateDataKey*'], '*'));
  // A topic with its own policy loses the one that lets the account publish.
  topic.addToResourcePolicy(forAlarms(topic, ['sns:Publish'], topic.topicArn));
  return topic;
};

const alarmKey = (scope: Construct, { name }: Environment): Key =>
  new Key(scope, 'AlarmKey', {
    description: `Encrypts the alarm topic of ${name}`,
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.DESTROY,
  });

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

export const minutes = (count: number): Duration => Duration.minutes(count);

/**
 * Rings when functions crash or time out, by the reports that Lambda writes into their logs (`countErrors`). A request that a function refuses or answers with 500 is not among them. Only the rollback of a canary needs to know whose errors they are: without
 * one the alarm on all errors of the account is enough (lib/api-alarms.ts).
 */
export const errorsAlarm = (
  scope: Construct,
  { name, canary }: Environment,
  what: string,
  topic: ITopic,
): void => {
  if (!canary) return;
  const metricName = physicalName(name, errorsName(what));
  alarm(scope, errorsName(what), topic, {
    name: metricName,
    means: `Functions of ${what} crash or run out of time: their logs have lines platform.report without success.`,
    metric: new Metric({ namespace: service, metricName, statistic: 'Sum', period: minutes(5) }),
    threshold: 1,
  });
};

/** Counts the errors of a function by its log, for the alarm on what alarms call so: one metric for all functions of one alarm. */
export const countErrors = (
  logGroup: LogGroup,
  { name, canary }: Environment,
  what: string,
): void => {
  if (!canary) return;
  const metricName = physicalName(name, errorsName(what));
  new MetricFilter(logGroup, 'Errors', {
    logGroup,
    filterPattern: failedInvocation,
    metricNamespace: service,
    metricName,
  });
};

/** Lambda's own line about an invocation, in a log of JSON: its status is success, failure, error or timeout. */
const failedInvocation = FilterPattern.all(
  FilterPattern.stringValue('$.type', '=', 'platform.report'),
  FilterPattern.stringValue('$.record.status', '!=', 'success'),
);

/** How the name of the alarm ends that watches the errors of what alarms call so. */
export const errorsName = (what: string): string => `${what}-errors`;
