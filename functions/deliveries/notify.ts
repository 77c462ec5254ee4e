import type { Notification } from '../aws/sqs.ts';
import { sqsDeliveryQueue } from '../aws/sqs.ts';
import type { DeliveryMessage, WebhookMessage } from '../events/model.ts';
import { clock } from '../jobs/batch.ts';
import { logEvent, serializeError } from '../logging.ts';
import { notificationDelay } from './schedule.ts';

const queue = sqsDeliveryQueue();

/** Sends wake-ups; what the queue does not take is made good by the sweeper, since all of it is due in the table. */
export const notify = (notifications: readonly Notification[]): Promise<void> =>
  queue.notify(notifications).catch((error: unknown) => {
    const [{ of } = { of: {} }] = notifications;
    logEvent('warn', 'notification_not_sent', { ...of, error: serializeError(error) });
  });

/** Wakes a delivery after so many seconds. */
export const notifySoon = (of: DeliveryMessage, delay_seconds: number): Promise<void> =>
  notify([{ of, delay_seconds }]);

/** Wakes whoever looks after an endpoint: at once, or at a time that is not too far off for a message. */
export const notifyEndpoint = async ({ tenant_id, webhook_id }: WebhookMessage, at?: string | null): Promise<void> => {
  const delay_seconds = at ? notificationDelay(at, clock.now()) : 0;
  if (delay_seconds !== null) await notify([{ of: { tenant_id, webhook_id }, delay_seconds }]);
};
