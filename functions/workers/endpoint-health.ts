import { alignNow, healthAfter } from '../domain/webhooks/health.ts';
import { endpointGone, type Webhook } from '../domain/webhooks/webhook.ts';
import { decide } from '../store/decide.ts';
import { findWebhook, saveHealth } from '../store/webhooks/webhooks.ts';
import { webhookAndHealth } from '../unit-of-work/webhooks.ts';
import { commitWork, type Work } from './work.ts';

/**
 * What disables a webhook whose endpoint said 410: the webhook, with the event that tells its owner, and the alignment that
 * parks what is open. Nothing when it is disabled or deleted already.
 */
export const disabledAsGone = async ({ tenant_id, id }: Webhook, { db, deadline: { now } }: Work) => {
  const found = await findWebhook(db, tenant_id, id);
  const gone = found && found.webhook.deleted_at === null ? endpointGone(found.webhook, now) : undefined;
  return found && gone ? webhookAndHealth(gone, alignNow(found.health, now), now) : [];
};

/** How often it is tried when many attempts of one endpoint end at once. */
const triesMax = 3;

/** Records how an endpoint does. What gets lost here is a count, never a delivery. */
export const recordHealth = (webhook: Webhook, succeeded: boolean, work: Work): Promise<void> =>
  decide(
    async () => {
      const found = await findWebhook(work.db, webhook.tenant_id, webhook.id);
      const noted = found && healthAfter(found.health, succeeded, work.deadline.now);
      if (!found || !noted) return;
      await commitWork(work, { changes: [saveHealth(webhook, { ...found.health, ...noted })], facts: [] });
    },
    { times: triesMax, exhausted: () => undefined },
  );
