import { Logger } from '@aws-lambda-powertools/logger';
import { described } from '../../domain/described.ts';
import type { DeliveryWakeUp, WebhookWakeUp } from '../../domain/events/event.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { sqsDeliveryQueue } from './sqs-delivery-queue.ts';

/**
 * Wakes at once what a commit has just made due. It cannot fail the request: what was committed is due in the table, and a
 * wake-up that gets lost here is sent by the sweeper. One line of the log tells of it, since many mean that all is late.
 */
export const hurrier = (queue: DeliveryQueue = sqsDeliveryQueue(), logger: Pick<Logger, 'warn'> = new Logger()) => {
  return (of: DeliveryWakeUp | WebhookWakeUp): Promise<void> =>
    queue
      .wake([{ of, delay_seconds: 0 }])
      .catch((error: unknown) => logger.warn('wake-up not sent', { ...of, error: described(error) }));
};
