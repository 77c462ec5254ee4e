import { showWebhook } from '../contract/webhooks/webhook.ts';
import { alignNow, noteAttempt } from '../domain/webhooks/health.ts';
import { changeWebhook, moveWebhook, type Webhook } from '../domain/webhooks/webhook.ts';
import type { Write } from '../store/change.ts';
import { appendEvent } from '../store/events/events.ts';
import { idsAt } from '../store/new-id.ts';
import { findWebhook, saveHealth, saveWebhook } from '../store/webhooks/webhooks.ts';
import { saved, type Work } from './work.ts';

/**
 * What disables a webhook whose endpoint said 410: the webhook, the alignment that parks what is open, and the event that
 * tells its owner. Nothing when it is disabled or deleted already.
 */
export const goneWrites = async ({ tenant_id, id }: Webhook, work: Work, now: Date): Promise<Write[]> => {
  const found = await findWebhook(work.db, tenant_id, id);
  const moved = found && found.webhook.deleted_at === null ? moveWebhook(found.webhook, 'gone', now) : undefined;
  if (!found || !moved) return [];
  const webhook = changeWebhook(moved.webhook, {}, now);
  const told = { type: 'webhook.disabled', webhook, data: showWebhook(webhook, found.health, now) };
  return [
    ...saveWebhook(webhook, found.webhook),
    saveHealth(webhook, alignNow(found.health, now)),
    appendEvent(eventOf(told, work, now)),
  ];
};

/** How often a note is tried when many attempts of one endpoint end at once. */
const triesMax = 3;

/** Notes how an endpoint does. What gets lost here is a count, never a delivery. */
export const noteHealth = async (webhook: Webhook, succeeded: boolean, work: Work, now: Date): Promise<void> => {
  for (let tries = 0; tries < triesMax; tries++) {
    const found = await findWebhook(work.db, webhook.tenant_id, webhook.id);
    const noted = found && noteAttempt(found.health, succeeded, now);
    if (!found || !noted) return;
    if (await saved(work, [saveHealth(webhook, { ...found.health, ...noted })])) return;
  }
};

type Told = { readonly type: string; readonly webhook: Webhook; readonly data: object };

const eventOf = ({ type, webhook, data }: Told, work: Work, now: Date) => ({
  id: idsAt(now)('event'),
  type,
  created_at: now.toISOString(),
  environment: process.env.ENVIRONMENT ?? '',
  tenant_id: webhook.tenant_id,
  customer_id: null,
  resource: { id: webhook.id, object: 'webhook' },
  sequence: webhook.version,
  data,
  previous: null,
  causation: {
    request_id: work.requestId,
    idempotency_key: null,
    actor: { type: 'system', id: 'deliver-webhook' } as const,
  },
});
