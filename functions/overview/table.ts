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

/** Deliveries of one hour, by what became of them. */
type Hour = { readonly hour: string; succeeded: number; failed: number };

const hour_ms = 3_600_000;
const hoursShown = 24;

/** So many deliveries of a status are looked at, newest first. */
const deliveriesCounted = 3_000;

/**
 * The deliveries made in the 24 hours up to this one. Where there were too many to count, `complete_from` is the time since when
 * they are complete.
 */
export const deliveriesByHour = async (db: Database, tenant: string, now: Date) => {
  const last = Math.floor(now.getTime() / hour_ms) * hour_ms;
  const begins = Array.from({ length: hoursShown }, (_, i) => new Date(last - (hoursShown - 1 - i) * hour_ms));
  const hours = begins.map((begin): Hour => ({ hour: begin.toISOString(), succeeded: 0, failed: 0 }));
  const firsts = begins.map((begin) => firstIdAt('delivery', begin));
  const readTo = await Promise.all(
    (['succeeded', 'failed'] as const).map(async (status) => {
      const place = {
        table: 'deliveries',
        index: 'by_status',
        partition: partitions.deliveriesIn(tenant, status),
      } as const;
      const { items, last: lastRead } = await db.query({ ...place, from: firsts[0], limit: deliveriesCounted });
      for (const { id } of items) {
        const hour = hours[firsts.findLastIndex((first) => first <= String(id))];
        if (hour) hour[status] += 1;
      }
      return lastRead === undefined ? 0 : firsts.findLastIndex((first) => first <= lastRead) + 1;
    }),
  );
  const whole = Math.max(...readTo);
  return {
    hours,
    complete_from: whole === 0 ? null : new Date(last - (hoursShown - 1 - whole) * hour_ms).toISOString(),
  };
};
