import type { DeliveryWakeUp, WebhookWakeUp } from '../../domain/event.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { sqsDeliveryQueue } from './sqs-delivery-queue.ts';

/**
 * Wakes at once what a commit has just made due. It cannot fail the request: what was committed is due in the table, and a
 * wake-up that gets lost here is sent by the sweeper.
 */
export const hurrier = (queue: DeliveryQueue = sqsDeliveryQueue()) => {
  return (of: DeliveryWakeUp | WebhookWakeUp): Promise<void> =>
    queue.wake([{ of, delay_seconds: 0 }]).catch(() => undefined);
};
