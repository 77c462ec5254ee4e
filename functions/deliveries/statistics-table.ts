import type { Database } from '../dynamodb/client.ts';
import { countBySpan } from '../dynamodb/counts.ts';
import { keys, partitions } from '../dynamodb/keys.ts';
import { firstIdAt } from '../new-id.ts';
import type { Delivery } from './model.ts';
import { countedStatuses } from './statistics.ts';
import { deliveryOf } from './table.ts';

/** The deliveries that are counted: of a business, or of one of its webhooks. */
export type DeliveriesOf = { readonly tenant: string; readonly webhook_id?: string };

type Counts = Record<(typeof countedStatuses)[number], number>;

/**
 * The deliveries created in each of these spans, by their status now. `more`: a span has more than `span_reads_max` reads find.
 * They are the entries of the list of deliveries, so both always agree, and no attempt waits for a counter.
 */
export const deliveriesBySpan = async (
  db: Database,
  { tenant, webhook_id }: DeliveriesOf,
  begins: readonly Date[],
  span_reads_max: number,
) => {
  const firsts = begins.map((begin) => firstIdAt('delivery', begin));
  const counted = await Promise.all(
    countedStatuses.map((status) => {
      const partition = partitions.deliveriesIn(tenant, status);
      const where = webhook_id === undefined ? {} : { webhook_id };
      return countBySpan(db, { table: 'deliveries', index: 'by_status', partition, where }, firsts, span_reads_max);
    }),
  );
  const spans = begins.map((begin, span) => ({
    begin: begin.toISOString(),
    ...(Object.fromEntries(countedStatuses.map((status, of) => [status, counted[of]?.[span]?.count ?? 0])) as Counts),
  }));
  return { spans, more: counted.some((of) => of.some(({ more }) => more)) };
};

/** So many of the newest deliveries are read for what no index has. */
const newest_deliveries_max = 500;

/** The newest deliveries since a moment, eventually consistent. `more`: there are others since then. Two round trips. */
export const newestDeliveries = async (
  db: Database,
  { tenant, webhook_id }: DeliveriesOf,
  since: Date,
): Promise<{ readonly deliveries: Delivery[]; readonly more: boolean }> => {
  const place =
    webhook_id === undefined
      ? { index: 'by_tenant', partition: partitions.deliveriesOfTenant(tenant) }
      : { index: 'by_webhook', partition: partitions.deliveriesOf(tenant, webhook_id) };
  const from = firstIdAt('delivery', since);
  const { items, last } = await db.query({ table: 'deliveries', ...place, from, limit: newest_deliveries_max });
  const wanted = items.map(({ id }) => keys.delivery(tenant, String(id)));
  const found = await db.batch(wanted, ['deliveries']);
  const deliveries = found.flatMap((item) => (item ? [deliveryOf(item)] : []));
  return { deliveries, more: last !== undefined };
};
