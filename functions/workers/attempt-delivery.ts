import { alignmentOf } from '../domain/deliveries/alignment.ts';
import type { Attempt } from '../domain/deliveries/attempt.ts';
import { attempt_deadline_ms, type Claimed } from '../domain/deliveries/claim.ts';
import { changeDelivery, type Delivery, moveDelivery } from '../domain/deliveries/delivery.ts';
import type { StoredEvent } from '../domain/events/event.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { deliveryRequest, maskedHeaders } from '../ports/webhook-sender/delivery-request.ts';
import { httpsSender } from '../ports/webhook-sender/https-sender.ts';
import { webhookTargets } from '../ports/webhook-sender/webhook-targets.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { findEvent } from '../store/events/list.ts';
import { findWebhook } from '../store/webhooks/webhooks.ts';
import { secretOpener } from './open-secrets.ts';
import { recordAttempt } from './record-attempt.ts';
import { clock, saved, type Work } from './work.ts';

const send = httpsSender({ webhookTargets: webhookTargets() });
const openSecrets = secretOpener();
const { waitDivisor } = clock;

/**
 * One attempt of a delivery in hand. Dying anywhere here leaves the lease, and the sweeper wakes the delivery when it ends:
 * the endpoint may then see the same webhook-id twice, never none.
 */
export const attempt = async ({ delivery, resend }: Claimed<Delivery>, work: Work): Promise<void> => {
  const { tenant_id, webhook_id, event_id } = delivery;
  const [found, event] = await Promise.all([
    findWebhook(work.db, tenant_id, webhook_id),
    findEvent(work.db, tenant_id, event_id),
  ]);
  if (!event) throw new Error(`event ${event_id} of a delivery is gone`);
  const alignment = found ? alignmentOf(found.webhook, found.suspended) : 'cancel';
  if (!found || alignment !== 'release') return withdraw(delivery, alignment, work);
  const trigger = resend ? 'manual' : delivery.attempts_made === 0 ? delivery.first_trigger : 'automatic';
  const made = await post(delivery, event, found.webhook);
  await recordAttempt({ delivery, webhook: found.webhook, trigger, ...made }, work);
};

/** Nothing is sent to an endpoint that must not be called: the delivery leaves our hands as its webhook wants it. */
const withdraw = async (delivery: Delivery, action: 'park' | 'cancel' | 'release', work: Work): Promise<void> => {
  const { now } = work.deadline;
  const moved = moveDelivery({ ...delivery, lease: null, manual_due_at: null }, action, { now, waitDivisor });
  if (!moved) return;
  await saved(work, [saveDelivery(changeDelivery(delivery, moved, now).after, delivery)]);
};

/** The signed request and what it came to. */
const post = async (delivery: Delivery, event: StoredEvent, webhook: Webhook) => {
  const at = clock.now();
  const { secrets, versions, custom_headers } = await openSecrets(webhook, at);
  const request = deliveryRequest({
    url: webhook.url,
    event: { id: event.event_id, type: event.type },
    body: event.body,
    attempt: delivery.attempts_made + 1,
    at,
    secrets,
    custom_headers,
    deadline_ms: attempt_deadline_ms,
  });
  const result = await send(request);
  const sent: Pick<Attempt, 'started_at' | 'request' | 'secret_versions'> = {
    started_at: at.toISOString(),
    request: { headers: maskedHeaders(request.headers, custom_headers) },
    secret_versions: versions,
  };
  return { result, sent };
};
