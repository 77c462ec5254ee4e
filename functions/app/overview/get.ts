import { isAllCounted } from '../../core/counters/comparison-table.ts';
import { logUnreadable } from '../../core/dynamodb/unreadable.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { isFailing } from '../../delivery/webhooks/model.ts';
import { pageOfWebhooks, webhooksMax } from '../../delivery/webhooks/table.ts';
import { keyStatus } from '../../tenants/accounts/model.ts';
import { lastUsesOf, readAccount } from '../../tenants/accounts/table.ts';
import { toKeysResource } from '../../tenants/api-keys/schema.ts';
import { getOverview, toFailing } from './routes.ts';
import {
  countOpenScreenings,
  countReviewing,
  countUndelivered,
  deliveriesByHour,
} from './table.ts';

export const handler = httpHandler(getOverview, {}, async ({ caller, now, db, respond }) => {
  const { tenant_id: tenant, account_id } = caller;
  const [account, webhooks, undelivered, reviews_waiting, screenings_open, deliveries, isAll] =
    await Promise.all([
      readAccount(db, tenant, account_id),
      pageOfWebhooks(db, tenant, { limit: webhooksMax, leaveOut: logUnreadable }),
      countUndelivered(db, tenant),
      countReviewing(db, tenant),
      countOpenScreenings(db, tenant),
      deliveriesByHour(db, tenant, now),
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
    deliveries_last_day: deliveries,
    deliveries_more: !isAll,
    undelivered,
    reviews_waiting,
    screenings_open,
    keys_expiring: toKeysResource(account, lastUses, now).filter(
      ({ status }) => status === 'expiring',
    ),
  });
});
