import type { Delivery } from './model.ts';
import type { DeliveryStatus } from './states.ts';

/** The results of deliveries that are counted by time, as the list of deliveries names them. */
export const countedStatuses = [
  'succeeded',
  'retrying',
  'failed',
  'paused',
] as const satisfies DeliveryStatus[];

/** Spans of time up to now, oldest first: each begins at one of these moments. */
type Period = { readonly span_ms: number; readonly spans: number };

/** The periods of statistics: hours or days, each with the one that is not over yet. UTC. */
export const periods = {
  day: { span_ms: 3_600_000, spans: 24 },
  week: { span_ms: 86_400_000, spans: 7 },
  month: { span_ms: 86_400_000, spans: 30 },
} as const satisfies Record<string, Period>;

/** So many of the newest deliveries are read for their errors. */
export const newest_deliveries_max = 500;

/** When each span of a period begins. */
export const beginsOf = ({ span_ms, spans }: Period, now: Date): Date[] => {
  const last = Math.floor(now.getTime() / span_ms) * span_ms;
  return Array.from({ length: spans }, (_, i) => new Date(last - (spans - 1 - i) * span_ms));
};

type Tried = Pick<Delivery, 'last_attempt'>;

/** The errors of the newest attempts of deliveries by their cause, the most frequent first. */
export const errorCausesOf = (deliveries: readonly Tried[]) => {
  const failed = deliveries.flatMap(({ last_attempt }) => {
    const kind = last_attempt?.error?.kind;
    return kind
      ? [{ kind, response_status: last_attempt.response_status, last_at: last_attempt.started_at }]
      : [];
  });
  const groups = Map.groupBy(failed, ({ kind, response_status }) => `${kind} ${response_status}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [newest] = group.toSorted((one, other) => (one.last_at < other.last_at ? 1 : -1));
      return newest ? [{ ...newest, count: group.length }] : [];
    })
    .toSorted((one, other) => other.count - one.count);
};
