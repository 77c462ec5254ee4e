import { filterPatternOf } from '../../local/log-subscriptions.ts';
import { ofType, type SynthesisedStack } from './synthesised.ts';

/** Values of one metric within a period of its alarm, already taken together as the alarm does. */
export type Point = {
  readonly namespace: string;
  readonly metric: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly value: number;
};

/** A line of a log. */
export type Line = { readonly logGroup: string; readonly message: string };

/** The signs of a fault that can be seen from outside. */
export type Signals = { readonly points?: readonly Point[]; readonly lines?: readonly Line[] };

/** The alarms of these stacks, of one environment, that ring while these are all signals, by their names. */
export const ringing = (
  stacks: readonly SynthesisedStack[],
  { points = [], lines = [] }: Signals,
): string[] => {
  const measured = [
    ...points,
    ...lines.flatMap((line) => [...filtered(stacks, line), ...embedded(line)]),
  ];
  return stacks.flatMap((stack) =>
    ofType(stack, 'AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) => {
      const {
        AlarmName,
        Namespace,
        MetricName,
        Dimensions = [],
        Threshold,
        ComparisonOperator,
      } = Properties;
      const wanted = keyOf({
        namespace: Namespace,
        metric: MetricName,
        dimensions: Object.fromEntries(
          Dimensions.map(({ Name, Value }: Named) => [Name, nameOf(stack, Value)]),
        ),
      });
      const values = measured.filter((point) => keyOf(point) === wanted).map(({ value }) => value);
      // Sums of what is logged; of all other metrics there is one point.
      const value = values.reduce((sum, each) => sum + each, 0);
      if (values.length === 0)
        return Properties.TreatMissingData === 'breaching' ? [AlarmName] : [];
      const rings =
        ComparisonOperator === 'LessThanThreshold' ? value < Threshold : value >= Threshold;
      return rings ? [AlarmName] : [];
    }),
  );
};

type Named = { readonly Name: string; readonly Value: unknown };

const keyOf = ({ namespace, metric, dimensions }: Omit<Point, 'value'>): string =>
  JSON.stringify([namespace, metric, Object.entries(dimensions).sort()]);

/** The physical name that a template says, or that of the resource that it means. */
const nameOf = (stack: SynthesisedStack, value: unknown): string => {
  if (typeof value === 'string') return value;
  const { Ref, 'Fn::GetAtt': [got] = [] } = value as { Ref?: string; 'Fn::GetAtt'?: string[] };
  const { QueueName, FunctionName, StageName, Name } =
    stack.resources[Ref ?? got ?? '']?.Properties ?? {};
  return QueueName ?? FunctionName ?? StageName ?? Name;
};

/** The points that metric filters make of a line. */
const filtered = (stacks: readonly SynthesisedStack[], { logGroup, message }: Line): Point[] =>
  stacks.flatMap((stack) =>
    ofType(stack, 'AWS::Logs::MetricFilter').flatMap(([id, { Properties }]) => {
      const { LogGroupName, FilterPattern, MetricTransformations } = Properties;
      const named = LogGroupName.Ref
        ? stack.resources[LogGroupName.Ref]?.Properties.LogGroupName
        : LogGroupName;
      if (named !== logGroup || !filterPatternOf(FilterPattern, id)(message)) return [];
      const [{ MetricNamespace: namespace, MetricName: metric, MetricValue }] =
        MetricTransformations;
      return [{ namespace, metric, dimensions: {}, value: Number(MetricValue) }];
    }),
  );

type Embedded = {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string }[];
};

/** The metrics in a line of the embedded metric format. */
const embedded = ({ message }: Line): Point[] => {
  const { _aws, ...fields } = JSON.parse(message);
  return ((_aws?.CloudWatchMetrics ?? []) as readonly Embedded[]).flatMap(
    ({ Namespace, Dimensions, Metrics }) =>
      Dimensions.flatMap((names) =>
        Metrics.map(({ Name }) => ({
          namespace: Namespace,
          metric: Name,
          value: fields[Name],
          dimensions: Object.fromEntries(names.map((name) => [name, fields[name]])),
        })),
      ),
  );
};
