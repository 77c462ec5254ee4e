import type { Logs } from '../functions/logs.ts';
import { objectIn } from '../json-protocol.ts';
import type { Queues } from '../queues/queues.ts';

/** One dimension of a metric. */
export type Dimension = { readonly Name: string; readonly Value: string };

/** A metric between two times, milliseconds since 1970. */
export type MetricQuery = {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly Dimension[];
  readonly from: number;
  readonly to: number;
};

/** The values of a metric between two times; undefined: nothing here measures it. */
export type Metrics = (query: MetricQuery) => readonly number[] | undefined;

/** The state of queues now, and figures that functions printed in the embedded metric format. */
export const createMetrics =
  (queues: Queues, logs: Logs): Metrics =>
  (query) => {
    if (query.Namespace === 'AWS/SQS') return ofQueue(queues, query);
    // Metric filters count log lines too, and their metrics have no dimension.
    const isPrinted = !query.Namespace.startsWith('AWS/') && query.Dimensions?.length;
    return isPrinted ? printed(logs, query) : undefined;
  };

const ofQueue = (queues: Queues, { MetricName, Dimensions }: MetricQuery) => {
  const name = Dimensions?.find(({ Name }) => Name === 'QueueName')?.Value;
  const queue = queues.all.find((each) => each.name === name);
  if (MetricName === 'ApproximateAgeOfOldestMessage') return queue && [queue.oldest_s()];
  if (MetricName === 'ApproximateNumberOfMessagesVisible') return queue && [queue.depth().visible];
  return undefined;
};

/** A line in the embedded metric format. */
type MetricLine = {
  readonly _aws?: {
    readonly Timestamp: number;
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string }[];
    }[];
  };
};

const printed = (logs: Logs, query: MetricQuery): number[] => {
  const { MetricName, Dimensions = [], Namespace, from, to } = query;
  return logs.lines().flatMap(({ line }) => {
    if (!line.includes('"CloudWatchMetrics"') || !line.includes(`"${MetricName}"`)) return [];
    const fields = objectIn(line) as (MetricLine & Record<string, unknown>) | undefined;
    const { Timestamp = 0, CloudWatchMetrics = [] } = fields?._aws ?? {};
    const isMeasured = CloudWatchMetrics.some(
      (one) =>
        one.Namespace === Namespace &&
        one.Metrics.some(({ Name }) => Name === MetricName) &&
        one.Dimensions.some((names) => names.length === Dimensions.length),
    );
    const fits = Dimensions.every(({ Name, Value }) => fields?.[Name] === Value);
    const isThen = Timestamp >= from && Timestamp <= to;
    return isMeasured && fits && isThen ? [Number(fields?.[MetricName])] : [];
  });
};
