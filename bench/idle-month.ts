import { globSync, readFileSync } from 'node:fs';
import type { EnvironmentName } from '../lib/environments.ts';

/** List prices of AWS in dollars, as in `bench/costs.ts`. */
export const idlePrices = {
  /** Sending, receiving and deleting up to ten messages or 64 KB are a request each. */
  queue_request: 0.4e-6,
  alarm_metric_month: 0.1,
  custom_metric_month: 0.3,
  key_month: 1,
} as const;

/**
 * The cost of an environment in a month in which nobody calls it, but for its sweeps, in dollars.
 */
export type IdleMonth = {
  readonly watched_metrics: number;
  readonly alarms: number;
  readonly metrics_of_lines: number;
  readonly keys: number;
  readonly empty_polls: number;
};

/** Lambda keeps five long polls of twenty seconds on each queue that has nothing. */
const idle_polls_a_second = 5 / 20;

export const seconds_a_month = 30 * 24 * 3600;

type Template = {
  readonly Type: string;
  readonly Properties: {
    /** Only an alarm over an expression has it: the expression, and its metrics. */
    readonly Metrics?: readonly { readonly MetricStat?: object }[];
    /** Only an alarm has it: the state that it takes for silence. */
    readonly TreatMissingData?: string;
    /** A stream has one, a queue has none. */
    readonly StartingPosition?: string;
    readonly MetricName?: string;
    readonly MetricTransformations?: readonly {
      readonly MetricName: string;
      readonly DefaultValue?: number;
    }[];
  };
};

/** Counts what the templates of an assembly keep for an environment. */
export const idleMonth = (assembly: string, environment: EnvironmentName): IdleMonth => {
  const files = globSync(`${assembly}/assembly-${environment}/*.template.json`);
  const resources = files.flatMap((file) =>
    Object.values<Template>(JSON.parse(readFileSync(file, 'utf8')).Resources),
  );
  const ofType = (type: string) =>
    resources.filter((each) => each.Type === type).map(({ Properties }) => Properties);
  const alarms = ofType('AWS::CloudWatch::Alarm');
  const watched = alarms.map(
    ({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1,
  );
  const watched_metrics = watched.reduce((sum, each) => sum + each, 0);
  const polled = ofType('AWS::Lambda::EventSourceMapping').filter(
    ({ StartingPosition }) => StartingPosition === undefined,
  );
  // A filter without a default value sends nothing while no line fits, and only hours with values are billed: what an alarm
  // takes for life has values always.
  const alive = new Set(
    alarms
      .filter(({ TreatMissingData }) => TreatMissingData === 'breaching')
      .map(({ MetricName }) => MetricName),
  );
  const sending = ofType('AWS::Logs::MetricFilter')
    .flatMap(({ MetricTransformations = [] }) => MetricTransformations)
    .filter(({ MetricName, DefaultValue }) => DefaultValue !== undefined || alive.has(MetricName));
  return {
    watched_metrics,
    alarms: watched_metrics * idlePrices.alarm_metric_month,
    metrics_of_lines: sending.length * idlePrices.custom_metric_month,
    keys: ofType('AWS::KMS::Key').length * idlePrices.key_month,
    empty_polls: polled.length * idle_polls_a_second * seconds_a_month * idlePrices.queue_request,
  };
};

/** The dollars of a quiet month, with those of its sweeps. */
export const idleDollars = (
  { alarms, metrics_of_lines, keys, empty_polls }: IdleMonth,
  sweeps: number,
): number => alarms + metrics_of_lines + keys + empty_polls + sweeps;
