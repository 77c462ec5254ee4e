import { type Alignment, alignmentOf } from '../domain/deliveries/alignment.ts';
import type { Attempt } from '../domain/deliveries/attempt.ts';
import { attempt_deadline_ms } from '../domain/deliveries/claim.ts';
import { changeDelivery, type Delivery, moveDelivery } from '../domain/deliveries/delivery.ts';
import type { StoredEvent } from '../domain/events/event.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { deliveryRequest, maskedHeaders } from '../ports/webhook-sender/delivery-request.ts';
import { httpsSender } from '../ports/webhook-sender/https-sender.ts';
import { webhookTargets } from '../ports/webhook-sender/webhook-targets.ts';
import { saveDelivery } from '../store/deliveries/deliveries.ts';
import { findSending } from '../store/events/sending.ts';
import { blockedFact } from '../store/webhooks/webhooks.ts';
import type { Work } from '../unit-of-work/unit-of-work.ts';
import type { InHand } from './claim-delivery.ts';
import { watched } from './endpoint-health.ts';
import { secretOpener } from './open-secrets.ts';
import { recordAttempt } from './record-attempt.ts';
import { clock, savedOn } from './work.ts';

const send = httpsSender({ webhookTargets: webhookTargets() });
const openSecrets = secretOpener();
const { waitDivisor } = clock;

/**
 * One attempt of a delivery in hand. Dying anywhere here leaves the lease, and the sweeper wakes the delivery when it ends:
 * the endpoint may then see the same webhook-id twice, never none. Answers where the delivery stands then, where one was made.
 */
export const attempt = async (inHand: InHand, work: Work): Promise<Delivery['status'] | undefined> => {
  const { delivery, trigger } = inHand;
  const { webhook, suspended, event } = await findSending(work.db, delivery);
  if (!event) throw new Error(`event ${delivery.event_id} of a delivery is gone`);
  const alignment = alignmentOf(webhook, suspended);
  if (!webhook || alignment !== 'resume') return pauseOrCancel(delivery, alignment, suspended, work);
  const { made, health } = await watched(inHand, work, () => post(delivery, event, webhook));
  return recordAttempt({ delivery, standing: { webhook, health, suspended }, trigger, ...made }, work);
};

/**
 * Nothing is sent to an endpoint that must not be called: the delivery leaves our hands as its webhook wants it, unless that
 * may be called again meanwhile: then the lease ends, and the delivery is due.
 */
const pauseOrCancel = async (
  delivery: Delivery,
  action: Alignment,
  suspended: boolean,
  work: Work,
): Promise<undefined> => {
  const { now } = work.deadline;
  const moved = moveDelivery({ ...delivery, lease: null, manual_due_at: null }, action, { now, waitDivisor });
  if (!moved) return;
  const { tenant_id, webhook_id } = delivery;
  const facts = action === 'pause' ? [blockedFact(tenant_id, webhook_id, suspended)] : [];
  await savedOn(work, [saveDelivery(changeDelivery(delivery, moved, now).after, delivery)], facts);
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
