import { ApiError } from '../api-error.ts';
import type { Transition } from '../transition.ts';
import type { WebhookState } from '../webhooks/webhook.ts';
import { askForResend, isLeased, leaseSecondsLeft } from './claim.ts';
import { changeDelivery, type Delivery, type DeliveryState } from './delivery.ts';
import type { Pace } from './schedule.ts';

/** Why nothing can be sent to the webhook of a delivery; null where it can. */
export const unreachable = (webhook: WebhookState | undefined): string | null => {
  if (!webhook) return 'Its webhook was deleted.';
  return webhook.status === 'disabled' ? 'Its webhook is disabled; enable it first.' : null;
};

/** A delivery is resent so often at most; its history stays one that somebody can read. */
export const resends_max = 50;

/** Why a delivery has been resent often enough; null where it has not. */
export const resentEnough = ({ attempts_made, schedule_step }: Resent): string | null =>
  attempts_made - schedule_step < resends_max
    ? null
    : `It was resent ${resends_max} times, which is the most. Repair the endpoint; a recovery of its webhook sends it again.`;

/** What tells how often a delivery was sent besides its schedule. */
type Resent = Pick<DeliveryState, 'status' | 'attempts_made' | 'schedule_step'>;

/** What may be done with a delivery now, as path segments. */
export const deliveryActions = (delivery: Resent, webhook: WebhookState | undefined): 'resend'[] =>
  delivery.status === 'canceled' || unreachable(webhook) !== null || resentEnough(delivery) !== null ? [] : ['resend'];

/**
 * The delivery with a resend that waits. Refused while an attempt is under way, for a canceled delivery, for one that was
 * resent often enough, and while its webhook is disabled or deleted.
 */
export const resendNow = (
  delivery: Delivery,
  webhook: WebhookState | undefined,
  pace: Pick<Pace, 'now' | 'waitDivisor'>,
): Transition<Delivery, never> => {
  if (deliveryActions(delivery, webhook).length === 0) throw notAllowed(delivery, webhook);
  if (isLeased(delivery, pace.now)) {
    const seconds = leaseSecondsLeft(delivery, pace.now);
    throw new ApiError('delivery_in_flight', { retry_after_seconds: Math.max(1, seconds) });
  }
  const asked = askForResend(delivery, pace);
  if (!asked) throw notAllowed(delivery, webhook);
  return changeDelivery(delivery, asked, pace.now);
};

const notAllowed = (delivery: Delivery, webhook: WebhookState | undefined) => {
  const reason = unreachable(webhook) ?? resentEnough(delivery);
  const details = { current_status: delivery.status, allowed_actions: [], ...(reason && { status_reason: reason }) };
  return new ApiError('action_not_allowed', details);
};
