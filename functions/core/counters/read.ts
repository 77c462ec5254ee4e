import type { Database, Item } from '../dynamodb/client.ts';
import { durationsIn, type Histogram, percentileOf } from './histogram.ts';
import { type Amounts, tookName, writesName } from './names.ts';
import { counterPartitions, hourAt, hourName } from './places.ts';

/** The counters of what was created in one hour. */
export type CountedHour = { readonly hour: Date; readonly amounts: Amounts };

/** More hours than a period has, as one query takes them; one megabyte has some thousand. */
const hours_max = 1_000;

/** The counters of what was created since the begin of an hour, newest first. One query. */
const hoursSince = async (db: Database, partition: string, since: Date): Promise<CountedHour[]> => {
  const range = { table: 'counters', partition, from: hourName(since), limit: hours_max } as const;
  const found: Item[] = [];
  for (
    let below: string | undefined, isFirst = true;
    isFirst || below !== undefined;
    isFirst = false
  ) {
    const { items, last } = await db.query({ ...range, below });
    found.push(...items);
    below = last;
  }
  return found.map((item) => ({ hour: hourAt(String(item.sk)), amounts: amountsIn(item) }));
};

/** The counters of customers, verifications and authorizations. */
export const activitySince = (db: Database, tenant: string, since: Date): Promise<CountedHour[]> =>
  hoursSince(db, counterPartitions.activity(tenant), since);

/** The counters of deliveries: of all webhooks or of one. */
export const deliveriesSince = (
  db: Database,
  { tenant, webhook_id }: { readonly tenant: string; readonly webhook_id?: string },
  since: Date,
): Promise<CountedHour[]> =>
  hoursSince(db, counterPartitions.deliveries(tenant, webhook_id), since);

/** The counters of an item: its numbers, without those that say something of the item itself. */
export const amountsIn = (item: Item | undefined): Amounts =>
  Object.fromEntries(
    Object.entries(item ?? {}).flatMap(([name, amount]) =>
      typeof amount === 'number' && !notCounters.has(name) ? [[name, amount]] : [],
    ),
  );

const notCounters: ReadonlySet<string> = new Set([writesName, 'expires_at_s']);

/** The hours of each span, oldest first: from one of these moments to the next, the last without an end. */
export const bySpan = (hours: readonly CountedHour[], begins: readonly Date[]): CountedHour[][] => {
  const spans = Map.groupBy(hours, ({ hour }) => begins.findLastIndex((begin) => begin <= hour));
  return begins.map((_, span) => spans.get(span) ?? []);
};

/**
 * The counters whose names begin with this, by the rest of their names, added up over hours. Until the comparison has counted an
 * item that was stored before, a change of the item takes away what was not added: such a total is zero.
 */
export const totalsOf = (
  hours: readonly CountedHour[],
  prefix = '',
): ReadonlyMap<string, number> => {
  const totals = new Map<string, number>();
  for (const { amounts } of hours)
    for (const [name, amount] of Object.entries(amounts)) {
      const rest = name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
      if (rest !== undefined) totals.set(rest, (totals.get(rest) ?? 0) + amount);
    }
  return new Map([...totals].map(([name, total]) => [name, Math.max(0, total)]));
};

/** How long the newest attempts of the deliveries of these hours took. */
export const latencyOf = (hours: readonly CountedHour[]) => {
  const took = totalsOf(hours, tookName(''));
  const histogram: Histogram = new Map([...took].map(([bucket, count]) => [Number(bucket), count]));
  return {
    attempts: durationsIn(histogram),
    p50_ms: percentileOf(histogram, 0.5),
    p95_ms: percentileOf(histogram, 0.95),
  };
};
