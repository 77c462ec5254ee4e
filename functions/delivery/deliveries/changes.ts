import type { ReadonlyDeep } from '../../core/json.ts';
import { byName } from '../../core/json.ts';
import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import type { Webhook, WebhookState } from '../webhooks/model.ts';
import { deliveryActions, resentEnough, unreachable } from './claim-rules.ts';
import { type Attempt, attemptsLeft, type Delivery } from './model.ts';
import { type AttemptResource, DeliveryResource, type DeliveryWithAttempts } from './schema.ts';
import { saveDelivery } from './table.ts';

/** The one projection from a stored delivery and its webhook, undefined once that is deleted. */
export const toDeliveryResource = (
  delivery: Delivery,
  webhook: WebhookState | undefined,
): DeliveryResource => {
  const resource: ReadonlyDeep<DeliveryResource> = {
    ...delivery,
    object: 'delivery',
    status_reason: reasonOf(delivery, webhook),
    allowed_actions: deliveryActions(delivery, webhook),
    attempts_left: attemptsLeft(delivery),
  };
  return resource as DeliveryResource;
};

/** One attempt, its headers by name. */
export const toAttemptResource = (attempt: Attempt): AttemptResource => {
  const resource: ReadonlyDeep<AttemptResource> = {
    ...attempt,
    request: { headers: byName(attempt.request.headers) },
    response: attempt.response && {
      ...attempt.response,
      headers: byName(attempt.response.headers),
    },
  };
  return resource as AttemptResource;
};

/** A delivery with its newest attempts. */
export const toDeliveryWithAttempts = (
  { delivery, attempts }: { readonly delivery: Delivery; readonly attempts: readonly Attempt[] },
  webhook: WebhookState | undefined,
): DeliveryWithAttempts => ({
  ...toDeliveryResource(delivery, webhook),
  attempts: attempts.map(toAttemptResource),
});

/** A webhook that cannot be called is the first reason for what is not delivered. */
const reasonOf = (delivery: Delivery, webhook: WebhookState | undefined): string | null => {
  const waits = delivery.status === 'succeeded' ? null : unreachable(webhook);
  return waits ?? resentEnough(delivery) ?? delivery.last_attempt?.error?.message ?? null;
};

/** A transition of a delivery to a webhook; it publishes no event. */
export const delivery = (transition: Transition<Delivery, never>, webhook: Webhook | undefined) => {
  const registration: Registration<Delivery, typeof DeliveryResource> = {
    object: 'delivery',
    schema: DeliveryResource,
    toResource: (item) => toDeliveryResource(item, webhook),
    save: saveDelivery,
  };
  return changed(registration, transition);
};
