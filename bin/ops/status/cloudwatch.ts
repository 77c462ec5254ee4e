import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { metricsNamespace } from '../../../functions/core/metrics.ts';
import type { EnvironmentName } from '../../../lib/environments.ts';
import { physicalName } from '../../../lib/environments.ts';

const run = promisify(execFile);

/** Reads of CloudWatch, by the AWS CLI; undefined: the CLI is missing or has no credentials. */
const asked = async <Answer>(region: string, ...words: string[]): Promise<Answer | undefined> => {
  try {
    const { stdout } = await run('aws', [
      'cloudwatch',
      ...words,
      '--region',
      region,
      '--output',
      'json',
    ]);
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
};

/** The alarms of an environment that ring. */
export const ringing = async (
  region: string,
  environment: EnvironmentName,
): Promise<readonly string[] | undefined> => {
  const prefix = physicalName(environment, '');
  const words = ['--state-value', 'ALARM', '--alarm-name-prefix', prefix];
  const found = await asked<{ MetricAlarms: { AlarmName: string }[] }>(
    region,
    'describe-alarms',
    ...words,
  );
  return found?.MetricAlarms.map(({ AlarmName }) => AlarmName.slice(prefix.length));
};

type Wanted = {
  readonly namespace: string;
  readonly metric: string;
  readonly dimension: string;
  readonly statistic: 'Maximum' | 'Sum';
  readonly minutes: number;
};

/** One figure of a metric over the last minutes; undefined: not known. No data is 0. */
const figure = async (region: string, wanted: Wanted): Promise<number | undefined> => {
  const { namespace, metric, dimension, statistic, minutes } = wanted;
  const [end, start] = [new Date(), new Date(Date.now() - minutes * 60_000)];
  const found = await asked<{ Datapoints: Record<string, number>[] }>(
    region,
    ...[
      'get-metric-statistics',
      '--namespace',
      namespace,
      '--metric-name',
      metric,
      '--dimensions',
      dimension,
    ],
    ...['--statistics', statistic, '--period', String(minutes * 60)],
    ...['--start-time', start.toISOString(), '--end-time', end.toISOString()],
  );
  return found && Math.max(0, ...found.Datapoints.map((one) => one[statistic] ?? 0));
};

/** Seconds that the oldest message of a queue has waited. */
export const oldestMessage = (region: string, queue: string): Promise<number | undefined> =>
  figure(region, {
    namespace: 'AWS/SQS',
    metric: 'ApproximateAgeOfOldestMessage',
    dimension: `Name=QueueName,Value=${queue}`,
    statistic: 'Maximum',
    minutes: 5,
  });

/** Stored items that could not be read within a day. */
export const unreadableItems = (
  region: string,
  environment: EnvironmentName,
): Promise<number | undefined> =>
  figure(region, {
    namespace: metricsNamespace,
    metric: 'unreadable_items',
    dimension: `Name=environment,Value=${environment}`,
    statistic: 'Sum',
    minutes: 24 * 60,
  });
