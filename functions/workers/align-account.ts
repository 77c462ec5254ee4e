import type { AccountWakeUp } from '../domain/events/event.ts';
import { resetHealth, restedHealth } from '../domain/webhooks/health.ts';
import { decide } from '../store/decide.ts';
import { endWebhookAlignment, findWebhookAlignment } from '../store/webhooks/alignment.ts';
import { alignNow, saveHealth } from '../store/webhooks/health.ts';
import { isTenantSuspended, pageOfWebhooks, webhooksMax } from '../store/webhooks/webhooks.ts';
import { commitWork, type Work } from '../unit-of-work/unit-of-work.ts';
import { wakeEndpoint } from './wake.ts';

/**
 * Makes due what follows for the webhooks of an account that was suspended or reactivated: what is open of each is to be
 * paused, or comes back. Each webhook aligns itself with what the account then is.
 */
export const alignAccount = async ({ tenant_id }: AccountWakeUp, work: Work): Promise<void> => {
  const { now } = work.deadline;
  const aligned = await decide(async () => {
    const token = await findWebhookAlignment(work.db, tenant_id);
    if (token === undefined) return [];
    const [{ items }, suspended] = await Promise.all([
      pageOfWebhooks(work.db, tenant_id, { limit: webhooksMax }),
      isTenantSuspended(work.db, tenant_id),
    ]);
    // As where one webhook is disabled or enabled: nothing is probed, or all is tried anew.
    const become = suspended ? restedHealth : resetHealth;
    const writes = items.map(({ webhook, health }) =>
      saveHealth(webhook, alignNow({ ...health, ...become(health, now) }, now), now),
    );
    await commitWork(work, { changes: [...writes, endWebhookAlignment(tenant_id, token)], facts: [] });
    return items;
  });
  for (const { webhook } of aligned) await wakeEndpoint({ tenant_id, webhook_id: webhook.id });
};
