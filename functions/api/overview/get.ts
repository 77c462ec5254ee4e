import { showKeys } from '../../contract/accounts/listed-key.ts';
import { getOverview, showFailing } from '../../contract/overview/overview.ts';
import { keyStatus } from '../../domain/accounts/account.ts';
import { isFailing } from '../../domain/webhooks/webhook.ts';
import { httpHandler } from '../../http/handler.ts';
import { lastUsesOf, readAccount } from '../../store/accounts/accounts.ts';
import { countReviewing, countUndelivered, deliveriesByHour } from '../../store/overview/overview.ts';
import { pageOfWebhooks, webhooksMax } from '../../store/webhooks/webhooks.ts';

export const handler = httpHandler(getOverview, {}, async ({ caller, now, db, respond }) => {
  const { tenant_id: tenant, account_id } = caller;
  const [account, webhooks, undelivered, reviews_waiting, deliveries] = await Promise.all([
    readAccount(db, tenant, account_id),
    pageOfWebhooks(db, tenant, { limit: webhooksMax }),
    countUndelivered(db, tenant),
    countReviewing(db, tenant),
    deliveriesByHour(db, tenant, now),
  ]);
  const expiring = account.api_keys.filter((key) => keyStatus(key, now) === 'expiring');
  const lastUses = await lastUsesOf(db, expiring);
  return respond({
    object: 'overview',
    webhooks: {
      total: webhooks.items.length,
      failing: webhooks.items.filter(({ webhook, health }) => isFailing(webhook, health)).map(showFailing),
    },
    deliveries_last_day: deliveries.hours,
    deliveries_complete_from: deliveries.complete_from,
    undelivered,
    reviews_waiting,
    keys_expiring: showKeys(account, lastUses, now).filter(({ status }) => status === 'expiring'),
  });
});
