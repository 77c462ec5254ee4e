import { bySpan, deliveriesSince, latencyOf, totalsOf } from '../../core/counters/read.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import { keys, partitions } from '../../core/dynamodb/keys.ts';
import { firstIdAt } from '../../core/new-id.ts';
import type { Delivery } from './model.ts';
import { countedStatuses, newest_deliveries_max } from './statistics.ts';
import { deliveryOf } from './table.ts';

/** The deliveries that are counted: of a business, or of one of its webhooks. */
export type DeliveriesOf = { readonly tenant: string; readonly webhook_id?: string };

type Counts = Record<(typeof countedStatuses)[number], number>;

/** The deliveries created in each of these spans, by their status now, and how long their newest attempts took. One query. */
export const deliveriesBySpan = async (db: Database, of: DeliveriesOf, begins: readonly Date[]) => {
  const [first = new Date(0)] = begins;
  const hours = await deliveriesSince(db, of, first);
  const spans = bySpan(hours, begins).map((some, span) => {
    const totals = totalsOf(some);
    const counts = countedStatuses.map((status) => [status, totals.get(status) ?? 0]);
    return { begin: begins[span]?.toISOString() ?? '', ...(Object.fromEntries(counts) as Counts) };
  });
  return { spans, latency: latencyOf(hours) };
};

/** The newest deliveries of a webhook since a moment, and whether there are more. Eventually consistent; two round trips. */
export const newestDeliveries = async (
  db: Database,
  { tenant, webhook_id }: Required<DeliveriesOf>,
  since: Date,
): Promise<{ readonly deliveries: Delivery[]; readonly more: boolean }> => {
  const place = { index: 'by_webhook', partition: partitions.deliveriesOf(tenant, webhook_id) };
  const from = firstIdAt('delivery', since);
  const { items } = await db.query({
    table: 'deliveries',
    ...place,
    from,
    limit: newest_deliveries_max + 1,
  });
  const newest = items.slice(0, newest_deliveries_max);
  const wanted = newest.map(({ id }) => keys.delivery(tenant, String(id)));
  const found = await db.batch(wanted, ['deliveries']);
  return {
    deliveries: found.flatMap((item) => (item ? [deliveryOf(item)] : [])),
    more: items.length > newest.length,
  };
};
