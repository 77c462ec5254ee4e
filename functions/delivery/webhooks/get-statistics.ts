import { isAllCounted } from '../../core/counters/comparison-table.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { beginsOf, errorCausesOf, periods } from '../deliveries/statistics.ts';
import { deliveriesBySpan, newestDeliveries } from '../deliveries/statistics-table.ts';
import { getWebhookStatistics } from './delivery-routes.ts';
import { readWebhook } from './table.ts';

export const handler = httpHandler(
  getWebhookStatistics,
  {},
  async ({ caller, params, query, now, db, respond }) => {
    const { tenant_id: tenant } = caller;
    const { webhook_id } = params;
    const { period } = query;
    const begins = beginsOf(periods[period], now);
    const of = { tenant, webhook_id };
    const [, isAll, { spans, latency }, newest] = await Promise.all([
      readWebhook(db, tenant, webhook_id),
      isAllCounted(db, tenant),
      deliveriesBySpan(db, of, begins),
      newestDeliveries(db, of, begins[0] ?? now),
    ]);
    return respond({
      object: 'webhook_statistics',
      webhook_id,
      period,
      deliveries: spans,
      deliveries_more: !isAll,
      latency: { ...latency, more: !isAll },
      errors: errorCausesOf(newest.deliveries),
      errors_more: newest.more,
    });
  },
);
