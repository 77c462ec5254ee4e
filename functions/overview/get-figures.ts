import { isAllCounted } from '../counters/comparison-table.ts';
import { activitySince } from '../counters/read.ts';
import { beginsOf, periods } from '../deliveries/statistics.ts';
import { deliveriesBySpan } from '../deliveries/statistics-table.ts';
import { httpHandler } from '../http/handler.ts';
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
