import type { Logger } from '@aws-lambda-powertools/logger';
import { described } from '../../domain/described.ts';
import type { DeliveryWakeUp, RecoveryWakeUp, WebhookWakeUp } from '../../domain/events/event.ts';
import { logger as defaultLogger } from '../../runtime/logger.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { sqsDeliveryQueue } from './sqs-delivery-queue.ts';

/**
 * Wakes at once what a commit has just made due, and passes on what that answered. It cannot fail the request: what was
 * committed is due in the table, and a wake-up that gets lost here is sent by the sweeper. One line of the log tells of it,
 * since many mean that all is late.
 */
export const wakeAfterCommit = (
  queue: DeliveryQueue = sqsDeliveryQueue(),
  logger: Pick<Logger, 'warn'> = defaultLogger,
) => {
  return async <T>(committed: Promise<T>, of: DeliveryWakeUp | WebhookWakeUp | RecoveryWakeUp): Promise<T> => {
    const answer = await committed;
    await queue
      .wake([{ of, delay_seconds: 0 }])
      .catch((error: unknown) => logger.warn('wake-up not sent', { ...of, error: described(error) }));
    return answer;
  };
};
