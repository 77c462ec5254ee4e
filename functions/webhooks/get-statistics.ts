import { getWebhookStatistics } from '../deliveries/routes.ts';
import { beginsOf, errorCausesOf, latencyOf, periods, reads_max } from '../deliveries/statistics.ts';
import { deliveriesBySpan, newestDeliveries } from '../deliveries/statistics-table.ts';
import { httpHandler } from '../http/handler.ts';
import { readWebhook } from './table.ts';

export const handler = httpHandler(getWebhookStatistics, {}, async ({ caller, params, query, now, db, respond }) => {
  const { tenant_id: tenant } = caller;
  const { webhook_id } = params;
  const { period } = query;
  const begins = beginsOf(periods[period], now);
  const of = { tenant, webhook_id };
  const [, counted, { deliveries, more }] = await Promise.all([
    readWebhook(db, tenant, webhook_id),
    deliveriesBySpan(db, of, begins, reads_max[period]),
    newestDeliveries(db, of, begins[0] ?? now),
  ]);
  return respond({
    object: 'webhook_statistics',
    webhook_id,
    period,
    deliveries: counted.spans,
    deliveries_more: counted.more,
    latency: { ...latencyOf(deliveries), more },
    errors: errorCausesOf(deliveries),
  });
});
