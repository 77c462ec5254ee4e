import { Failure } from '../failure.ts';
import type { Transition } from '../transition.ts';
import type { WebhookState } from '../webhooks/webhook.ts';
import { askForResend, isLeased, leaseSecondsLeft } from './claim.ts';
import { changeDelivery, type Delivery } from './delivery.ts';
import type { Pace } from './schedule.ts';
import { deliveryActions } from './status.ts';

/**
 * The delivery with a resend that waits. Refused while an attempt is under way, for a canceled delivery, and while its
 * webhook is disabled or deleted.
 */
export const resendNow = (
  delivery: Delivery,
  webhook: WebhookState | undefined,
  pace: Pick<Pace, 'now' | 'waitDivisor'>,
): Transition<Delivery, never> => {
  if (!webhook || webhook.deleted_at !== null || webhook.status === 'disabled') throw notAllowed(delivery, []);
  if (isLeased(delivery, pace.now)) {
    const seconds = leaseSecondsLeft(delivery, pace.now);
    throw new Failure('delivery_in_flight', { retry_after_seconds: Math.max(1, seconds) });
  }
  const asked = askForResend(delivery, pace);
  if (!asked) throw notAllowed(delivery, deliveryActions(delivery.status));
  return changeDelivery(delivery, asked, pace.now);
};

const notAllowed = ({ status }: Delivery, allowed_actions: readonly string[]) =>
  new Failure('action_not_allowed', { current_status: status, allowed_actions });
