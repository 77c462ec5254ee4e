import { wakeUpDelay } from '../domain/deliveries/schedule.ts';
import { described } from '../domain/described.ts';
import type { DeliveryWakeUp, WebhookWakeUp } from '../domain/events/event.ts';
import type { WakeUp } from '../ports/delivery-queue/delivery-queue.ts';
import { sqsDeliveryQueue } from '../ports/delivery-queue/sqs-delivery-queue.ts';
import { logger } from '../runtime/logger.ts';
import { clock } from './work.ts';

const queue = sqsDeliveryQueue();

/** Sends wake-ups; what the queue does not take is made good by the sweeper, since all of it is due in the table. */
export const wake = (wakeUps: readonly WakeUp[]): Promise<void> =>
  queue.wake(wakeUps).catch((error: unknown) => {
    const [{ of } = { of: {} }] = wakeUps;
    logger.warn('wake-up not sent', { ...of, error: described(error) });
  });

/** Wakes a delivery after so many seconds. */
export const wakeSoon = (of: DeliveryWakeUp, delay_seconds: number): Promise<void> => wake([{ of, delay_seconds }]);

/** Wakes whoever looks after an endpoint: at once, or at a time that is not too far off for a message. */
export const wakeEndpoint = async ({ tenant_id, webhook_id }: WebhookWakeUp, at?: string | null): Promise<void> => {
  const delay_seconds = at ? wakeUpDelay(at, clock.now()) : 0;
  if (delay_seconds !== null) await wake([{ of: { tenant_id, webhook_id }, delay_seconds }]);
};
