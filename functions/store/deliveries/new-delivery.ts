import { createHash } from 'node:crypto';
import { type Delivery, newDelivery } from '../../domain/deliveries/delivery.ts';
import { deliveryId } from '../../domain/deliveries/id.ts';
import type { Pace } from '../../domain/deliveries/schedule.ts';
import type { Subscription } from '../../domain/webhooks/webhook.ts';

/** The event that a delivery is of, as far as the delivery names it. */
type Of = { readonly event_id: string; readonly type: string };

/** The one id of the delivery of an event to a webhook. */
export const idOfDelivery = (eventId: string, webhookId: string): string =>
  deliveryId(eventId, webhookId, (text) => createHash('sha256').update(text).digest());

/** The delivery of an event to a webhook at its birth: due, or suppressed where the webhook is disabled. */
export const makeDelivery = (
  event: Of,
  webhook: Subscription,
  first_trigger: Delivery['first_trigger'],
  pace: Pick<Pace, 'now' | 'waitDivisor'>,
): Delivery => ({
  ...newDelivery(webhook.status === 'enabled', pace),
  id: idOfDelivery(event.event_id, webhook.id),
  tenant_id: webhook.tenant_id,
  event_id: event.event_id,
  event_type: event.type,
  webhook_id: webhook.id,
  url: webhook.url,
  last_attempt: null,
  first_trigger,
  created_at: pace.now.toISOString(),
  updated_at: pace.now.toISOString(),
  version: 1,
});
