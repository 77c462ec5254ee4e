import type { AwsService, Resource } from '../aws-service.ts';
import { unknownOperation } from '../errors.ts';
import type { Logs } from '../functions/logs.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import type { Queues } from '../queues/queues.ts';
import { type AlarmResource, alarmsIn, stateOf } from './alarms.ts';
import { createMetrics, type MetricQuery } from './metrics.ts';

type MetricsOptions = {
  readonly resources: readonly Resource[];
  readonly queues: Queues;
  readonly logs: Logs;
};

/** CloudWatch as far as `metrics.ts` knows the figures: reads of statistics and of the templates' alarms. */
export const cloudWatchService = ({ resources, queues, logs }: MetricsOptions): AwsService => {
  const metrics = createMetrics(queues, logs);
  const alarms = alarmsIn(resources);
  return {
    name: 'monitoring',
    operation: targetOperation,
    accesses: ({ operation }) => [{ action: `cloudwatch:${operation}`, resource: '*' }],
    handle: async (call) => {
      const input = inputOf(call);
      if (call.operation === 'GetMetricStatistics')
        return jsonAnswer({ Datapoints: datapointsOf(metrics(queryIn(input)), input) }, '1.0');
      if (call.operation !== 'DescribeAlarms') throw unknownOperation(call.operation);
      const { AlarmNamePrefix = '', StateValue } = input as DescribeAlarmsInput;
      const found = alarms
        .filter(({ name, region }) => name.startsWith(AlarmNamePrefix) && region === call.region)
        .map((alarm) => describe(alarm, stateOf(alarm, metrics, Date.now())))
        .filter((alarm) => StateValue === undefined || alarm.StateValue === StateValue);
      return jsonAnswer({ MetricAlarms: found, CompositeAlarms: [] }, '1.0');
    },
  };
};

type DescribeAlarmsInput = { readonly AlarmNamePrefix?: string; readonly StateValue?: string };

/** The times are seconds since 1970, as the protocol has them. */
type StatisticsInput = Pick<MetricQuery, 'Namespace' | 'MetricName' | 'Dimensions'> & {
  readonly StartTime: number;
  readonly EndTime: number;
  readonly Statistics: readonly string[];
};

const queryIn = (input: object): MetricQuery => {
  const { StartTime, EndTime, Statistics, ...metric } = input as StatisticsInput;
  return { ...metric, from: StartTime * 1_000, to: EndTime * 1_000 };
};

/** One datapoint over the whole time; none where there is no figure. */
const datapointsOf = (values: readonly number[] | undefined, input: object): object[] => {
  if (values === undefined || values.length === 0) return [];
  const { StartTime } = input as StatisticsInput;
  const Sum = values.reduce((sum, each) => sum + each, 0);
  return [{ Timestamp: StartTime, Sum, Maximum: Math.max(...values) }];
};

const describe = ({ name, description }: AlarmResource, StateValue: string) => ({
  AlarmName: name,
  AlarmDescription: description,
  StateValue,
});
