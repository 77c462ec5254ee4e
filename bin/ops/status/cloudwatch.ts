import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { metricsNamespace } from '../../../functions/core/metrics.ts';
import type { EnvironmentName } from '../../../lib/environments.ts';
import { physicalName } from '../../../lib/environments.ts';
import type { Target } from '../../start/target.ts';

const run = promisify(execFile);

type Operation = 'DescribeAlarms' | 'GetMetricStatistics';

/** Reads CloudWatch; undefined: it cannot be asked. */
const read = <Answer>(
  { config }: Target,
  operation: Operation,
  input: object,
): Promise<Answer | undefined> =>
  config.endpoint === undefined
    ? readByCli(config.region, operation, input)
    : readLocally(config.endpoint, config, operation, input);

/** By the AWS CLI, which may be missing or have no credentials. */
const readByCli = async <Answer>(
  region: string,
  operation: Operation,
  input: object,
): Promise<Answer | undefined> => {
  const command = operation === 'DescribeAlarms' ? 'describe-alarms' : 'get-metric-statistics';
  const json = ['--cli-input-json', JSON.stringify(input), '--output', 'json'];
  try {
    const { stdout } = await run('aws', ['cloudwatch', command, '--region', region, ...json]);
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
};

/** By CloudWatch's JSON protocol. The local service reads the key of a signature and no more. */
const readLocally = async <Answer>(
  endpoint: string,
  { region, credentials }: Target['config'],
  operation: Operation,
  input: object,
): Promise<Answer> => {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const credential = `${credentials?.accessKeyId}/${day}/${region}/monitoring/aws4_request`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}`,
      'x-amz-target': `GraniteServiceVersion20100801.${operation}`,
    },
    body: JSON.stringify(input),
  });
  if (answer.ok) return (await answer.json()) as Answer;
  throw new Error(`The local service answered ${operation} with ${answer.status}.`);
};

/** The alarms of an environment: the names of those that ring, and how many have data and have none. */
export type AlarmStates = {
  readonly ringing: readonly string[];
  readonly withData: number;
  readonly withoutData: number;
};

/** Reads the alarms of an environment; undefined: CloudWatch cannot be asked. */
export const alarmStates = async (
  target: Target,
  environment: EnvironmentName,
): Promise<AlarmStates | undefined> => {
  const prefix = physicalName(environment, '');
  const found = await read<{ MetricAlarms: { AlarmName: string; StateValue: string }[] }>(
    target,
    'DescribeAlarms',
    { AlarmNamePrefix: prefix },
  );
  if (found === undefined) return undefined;
  const of = (state: string) =>
    found.MetricAlarms.filter(({ StateValue }) => StateValue === state).map(({ AlarmName }) =>
      AlarmName.slice(prefix.length),
    );
  const [ringing, withoutData] = [of('ALARM'), of('INSUFFICIENT_DATA').length];
  return { ringing, withoutData, withData: found.MetricAlarms.length - withoutData };
};

type Figure = {
  readonly namespace: string;
  readonly metric: string;
  readonly dimension: { readonly Name: string; readonly Value: string };
  readonly statistic: 'Maximum' | 'Sum';
  readonly minutes: number;
};

/** One figure of a metric over the last minutes; undefined: not known. No data is 0. */
const figureOf = async (target: Target, figure: Figure): Promise<number | undefined> => {
  const { namespace, metric, dimension, statistic, minutes } = figure;
  const now_s = Math.ceil(Date.now() / 1_000);
  const found = await read<{ Datapoints: Record<string, number>[] }>(
    target,
    'GetMetricStatistics',
    {
      Namespace: namespace,
      MetricName: metric,
      Dimensions: [dimension],
      Statistics: [statistic],
      Period: minutes * 60,
      StartTime: now_s - minutes * 60,
      EndTime: now_s,
    },
  );
  return found && Math.max(0, ...found.Datapoints.map((one) => one[statistic] ?? 0));
};

/** Seconds that the oldest message of a queue has waited. */
export const oldestMessage = (target: Target, queue: string): Promise<number | undefined> =>
  figureOf(target, {
    namespace: 'AWS/SQS',
    metric: 'ApproximateAgeOfOldestMessage',
    dimension: { Name: 'QueueName', Value: queue },
    statistic: 'Maximum',
    minutes: 5,
  });

/** Stored items that could not be read within a day. */
export const unreadableItems = (
  target: Target,
  environment: EnvironmentName,
): Promise<number | undefined> =>
  figureOf(target, {
    namespace: metricsNamespace,
    metric: 'unreadable_items',
    dimension: { Name: 'environment', Value: environment },
    statistic: 'Sum',
    minutes: 24 * 60,
  });
