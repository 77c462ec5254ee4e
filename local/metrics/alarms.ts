import type { Resource } from '../aws-service.ts';
import type { Dimension, Metrics } from './metrics.ts';

/** An alarm of the templates on one metric. */
export type AlarmResource = {
  readonly name: string;
  readonly description: string;
  readonly region: string;
  readonly properties: {
    readonly Namespace?: string;
    readonly MetricName?: string;
    readonly Dimensions?: readonly Dimension[];
    readonly Statistic?: string;
    readonly Period?: number;
    readonly EvaluationPeriods: number;
    readonly Threshold: number;
    readonly ComparisonOperator: string;
  };
};

/** The alarms of the templates. */
export const alarmsIn = (resources: readonly Resource[]): AlarmResource[] =>
  resources
    .filter(({ type }) => type === 'AWS::CloudWatch::Alarm')
    .map(({ region, properties }) => ({
      name: String(properties.AlarmName),
      description: String(properties.AlarmDescription),
      region,
      properties: properties as AlarmResource['properties'],
    }));

/**
 * The state of an alarm now. `INSUFFICIENT_DATA` where nothing here measures its metric, or where
 * it compares otherwise than with a threshold that the metric reaches.
 */
export const stateOf = (
  { properties }: AlarmResource,
  metrics: Metrics,
  now: number,
): 'ALARM' | 'OK' | 'INSUFFICIENT_DATA' => {
  const { Namespace, MetricName, Dimensions = [], Statistic, Threshold } = properties;
  const { Period = 0, EvaluationPeriods, ComparisonOperator } = properties;
  if (Namespace === undefined || MetricName === undefined) return 'INSUFFICIENT_DATA';
  if (ComparisonOperator !== 'GreaterThanOrEqualToThreshold') return 'INSUFFICIENT_DATA';
  const period_ms = Period * 1_000;
  const states = Array.from({ length: EvaluationPeriods }, (_, back) => {
    const to = now - back * period_ms;
    return metrics({ Namespace, MetricName, Dimensions, from: to - period_ms, to });
  }).map((values) => values && statisticOf(values, Statistic) >= Threshold);
  if (states.includes(undefined)) return 'INSUFFICIENT_DATA';
  return states.every((isOver) => isOver) ? 'ALARM' : 'OK';
};

const statisticOf = (values: readonly number[], statistic: string | undefined): number =>
  statistic === 'Sum'
    ? values.reduce((sum, each) => sum + each, 0)
    : Math.max(Number.NEGATIVE_INFINITY, ...values);
