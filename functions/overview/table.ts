import { undeliveredPlaces } from '../deliveries/table.ts';
import type { Database } from '../dynamodb/client.ts';
import { partitions } from '../dynamodb/keys.ts';
import { countUpTo } from '../dynamodb/list.ts';
import { firstIdAt } from '../new-id.ts';
import { screeningsInStatus } from '../screenings/table.ts';
import { verificationsInReview } from '../verifications/table.ts';

/** The highest count; `more` is true above it. */
const counted = 100;

/** How many deliveries did not arrive, up to what is counted. */
export const countUndelivered = (db: Database, tenant: string) => countUpTo(db, undeliveredPlaces(tenant), counted);

/** How many verifications wait for a reviewer, up to what is counted. */
export const countReviewing = (db: Database, tenant: string) =>
  countUpTo(db, { table: 'resources', index: 'reviewing', partition: verificationsInReview(tenant) }, counted);

/** How many screenings have entries to decide about, up to what is counted. */
export const countOpenScreenings = (db: Database, tenant: string) =>
  countUpTo(db, { table: 'resources', index: 'by_status', partition: screeningsInStatus(tenant, 'open') }, counted);

/** The results of deliveries that are counted by hour, as the list of deliveries names them. */
export const countedStatuses = ['succeeded', 'retrying', 'failed', 'paused'] as const;
type Counts = Record<(typeof countedStatuses)[number], number>;

const hour_ms = 3_600_000;
const hoursShown = 24;

/** So many entries of a status are read at once, newest first; where there are more, the database counts them by hour. */
const entriesRead = 1_000;

/** The most that is counted of a status in one hour: reads of 1 MB, each about 3 700 deliveries. */
const hour_reads_max = 40;

/**
 * The deliveries made in each of the 24 hours up to this one, by their status now. `more`: an hour has more than are counted.
 * They are the entries of the list of deliveries, so both always agree, and no attempt waits for a counter.
 */
export const deliveriesByHour = async (db: Database, tenant: string, now: Date) => {
  const last = Math.floor(now.getTime() / hour_ms) * hour_ms;
  const begins = Array.from({ length: hoursShown }, (_, i) => new Date(last - (hoursShown - 1 - i) * hour_ms));
  const firsts = begins.map((begin) => firstIdAt('delivery', begin));
  const counted = await Promise.all(countedStatuses.map((status) => countedByHour(db, tenant, status, firsts)));
  const hours = begins.map((begin, hour) => ({
    hour: begin.toISOString(),
    ...(Object.fromEntries(countedStatuses.map((status, of) => [status, counted[of]?.[hour]?.count ?? 0])) as Counts),
  }));
  return { hours, more: counted.some((of) => of.some(({ more }) => more)) };
};

const countedByHour = async (db: Database, tenant: string, status: string, firsts: readonly string[]) => {
  const partition = partitions.deliveriesIn(tenant, status);
  const place = { table: 'deliveries', index: 'by_status', partition } as const;
  const { items, last } = await db.query({ ...place, from: firsts[0], limit: entriesRead });
  const hourOf = (id: string) => firsts.findLastIndex((first) => first <= id);
  const read = Map.groupBy(items, ({ id }) => hourOf(String(id)));
  // The hour in which the reading stopped is counted with those before it.
  const readFrom = last === undefined ? 0 : hourOf(last) + 1;
  return Promise.all(
    firsts.map((from, hour) =>
      hour >= readFrom
        ? { count: read.get(hour)?.length ?? 0, more: false }
        : db.count({ ...place, from, below: firsts[hour + 1] }, hour_reads_max),
    ),
  );
};
