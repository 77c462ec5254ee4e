import { Failure } from '../failure.ts';
import type { Transition } from '../transition.ts';
import type { WebhookState } from '../webhooks/webhook.ts';
import { askForResend, isLeased, leaseSecondsLeft } from './claim.ts';
import { changeDelivery, type Delivery } from './delivery.ts';
import type { Pace } from './schedule.ts';
import type { DeliveryStatus } from './status.ts';

/** Why nothing can be sent to the webhook of a delivery; null where it can. */
export const unreachable = (webhook: WebhookState | undefined): string | null => {
  if (!webhook) return 'Its webhook was deleted.';
  return webhook.status === 'disabled' ? 'Its webhook is disabled; enable it first.' : null;
};

/** What may be done with a delivery now, as path segments. */
export const deliveryActions = (status: DeliveryStatus, webhook: WebhookState | undefined): 'resend'[] =>
  status === 'canceled' || unreachable(webhook) !== null ? [] : ['resend'];

/**
 * The delivery with a resend that waits. Refused while an attempt is under way, for a canceled delivery, and while its
 * webhook is disabled or deleted.
 */
export const resendNow = (
  delivery: Delivery,
  webhook: WebhookState | undefined,
  pace: Pick<Pace, 'now' | 'waitDivisor'>,
): Transition<Delivery, never> => {
  if (deliveryActions(delivery.status, webhook).length === 0) throw notAllowed(delivery, webhook);
  if (isLeased(delivery, pace.now)) {
    const seconds = leaseSecondsLeft(delivery, pace.now);
    throw new Failure('delivery_in_flight', { retry_after_seconds: Math.max(1, seconds) });
  }
  const asked = askForResend(delivery, pace);
  if (!asked) throw notAllowed(delivery, webhook);
  return changeDelivery(delivery, asked, pace.now);
};

const notAllowed = ({ status }: Delivery, webhook: WebhookState | undefined) => {
  const reason = unreachable(webhook);
  const details = { current_status: status, allowed_actions: [], ...(reason && { status_reason: reason }) };
  return new Failure('action_not_allowed', details);
};
