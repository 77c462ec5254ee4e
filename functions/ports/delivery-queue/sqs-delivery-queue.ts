import { sqsWorkQueue } from '../work-queue/sqs-work-queue.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

/** The queue of deliveries (`DELIVER_QUEUE_URL`): fair among webhooks, since each message carries its webhook as group. */
export const sqsDeliveryQueue = (): DeliveryQueue => {
  const queue = sqsWorkQueue(process.env.DELIVER_QUEUE_URL);
  return {
    wake: (wakeUps) =>
      queue.send(wakeUps.map(({ of, delay_seconds }) => ({ body: of, group: of.webhook_id, delay_seconds }))),
  };
};
