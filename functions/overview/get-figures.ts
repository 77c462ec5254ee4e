import { newestAuthorizations } from '../authorizations/table.ts';
import { beginsOf, latencyOf, periods } from '../deliveries/statistics.ts';
import { newestDeliveries } from '../deliveries/statistics-table.ts';
import { httpHandler } from '../http/handler.ts';
import { decisionsOf, spendingOf } from './figures.ts';
import { createdByDay } from './figures-table.ts';
import { getFigures } from './routes.ts';

export const handler = httpHandler(getFigures, {}, async ({ caller, now, db, respond }) => {
  const { tenant_id: tenant } = caller;
  const days = beginsOf(periods.month, now);
  const [hour = now] = beginsOf(periods.day, now);
  const [created, deliveries, read] = await Promise.all([
    createdByDay(db, tenant, days),
    newestDeliveries(db, { tenant }, hour),
    newestAuthorizations(db, tenant, days[0] ?? now),
  ]);
  return respond({
    object: 'figures',
    ...created,
    latency: { ...latencyOf(deliveries.deliveries), more: deliveries.more },
    authorizations: decisionsOf(read),
    spending: spendingOf(read),
  });
});
