import { isAllCounted } from '../../core/counters/comparison-table.ts';
import { activitySince, deliveriesSince } from '../../core/counters/read.ts';
import { logUnreadable } from '../../core/dynamodb/unreadable.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { isFailing } from '../../delivery/webhooks/model.ts';
import { pageOfWebhooks, webhooksMax } from '../../delivery/webhooks/table.ts';
import { lastUsesOf } from '../../tenants/accounts/access-table.ts';
import { keyStatus } from '../../tenants/accounts/model.ts';
import { readAccount } from '../../tenants/accounts/table.ts';
import { toKeysResource } from '../../tenants/api-keys/schema.ts';
import { activityOf, sinceDayBefore } from './activity.ts';
import { getOverview, toFailing } from './routes.ts';
import { countOpenScreenings, countReviewing, countUndelivered } from './table.ts';

export const handler = httpHandler(getOverview, {}, async ({ caller, now, db, respond }) => {
  const { tenant_id: tenant, account_id } = caller;
  const since = sinceDayBefore(now);
  const [account, webhooks, undelivered, reviews_waiting, screenings_open, counted, isAll] =
    await Promise.all([
      readAccount(db, tenant, account_id),
      pageOfWebhooks(db, tenant, { limit: webhooksMax, leaveOut: logUnreadable }),
      countUndelivered(db, tenant),
      countReviewing(db, tenant),
      countOpenScreenings(db, tenant),
      Promise.all([deliveriesSince(db, { tenant }, since), activitySince(db, tenant, since)]),
      isAllCounted(db, tenant),
    ]);
  const expiring = account.api_keys.filter((key) => keyStatus(key, now) === 'expiring');
  const lastUses = await lastUsesOf(db, expiring);
  return respond({
    object: 'overview',
    webhooks: {
      total: webhooks.items.length,
      failing: webhooks.items
        .filter(({ webhook, health }) => isFailing(webhook, health))
        .map(toFailing),
    },
    as_of: now.toISOString(),
    ...activityOf({ deliveries: counted[0], activity: counted[1] }, now),
    more: !isAll,
    undelivered,
    reviews_waiting,
    screenings_open,
    keys_expiring: toKeysResource(account, lastUses, now).filter(
      ({ status }) => status === 'expiring',
    ),
  });
});
