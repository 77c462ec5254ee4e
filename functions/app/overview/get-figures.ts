import { isAllCounted } from '../../core/counters/comparison-table.ts';
import { activitySince } from '../../core/counters/read.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { beginsOf, periods } from '../../delivery/deliveries/statistics.ts';
import { deliveriesBySpan } from '../../delivery/deliveries/statistics-table.ts';
import { createdByDay, decisionsOf, spendingOf } from './figures.ts';
import { getFigures } from './routes.ts';

export const handler = httpHandler(getFigures, {}, async ({ caller, now, db, respond }) => {
  const { tenant_id: tenant } = caller;
  const days = beginsOf(periods.month, now);
  const [isAll, activity, { latency }] = await Promise.all([
    isAllCounted(db, tenant),
    activitySince(db, tenant, days[0] ?? now),
    deliveriesBySpan(db, { tenant }, beginsOf(periods.day, now)),
  ]);
  return respond({
    object: 'figures',
    days: createdByDay(activity, days),
    more: !isAll,
    latency: { ...latency, more: !isAll },
    authorizations: decisionsOf(activity),
    spending: spendingOf(activity),
  });
});
