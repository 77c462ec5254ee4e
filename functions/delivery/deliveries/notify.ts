import { type Queued, sqsWorkQueue } from '../../core/aws/sqs.ts';
import { logEvent, serializeError } from '../../core/logging.ts';
import type { DeliverMessage, WebhookKey } from '../../core/messages.ts';
import { notificationDelay } from './schedule.ts';

const queue = sqsWorkQueue(process.env.DELIVER_QUEUE_URL);

/** Notifies deliver-webhook. It never fails: the work is scheduled in a table, so the sweeper sends what the queue rejects. */
export const notify = (messages: readonly Queued[]): Promise<void> =>
  queue.send(messages).catch((error: unknown) => {
    logEvent('warn', 'notification_not_sent', {
      ...messages[0]?.message,
      error: serializeError(error),
    });
  });

/** Notifies of what a commit has made due, and returns the result of the commit. */
export const notifyAfterCommit = async <T>(
  committed: Promise<T>,
  message: DeliverMessage,
  delay_seconds = 0,
): Promise<T> => {
  const result = await committed;
  await notify([{ message, delay_seconds }]);
  return result;
};

/** Notifies of work on an endpoint: now, or at a time that is near enough for a message. */
export const notifyEndpoint = async (
  { tenant_id, webhook_id }: WebhookKey,
  now: Date,
  at?: string | null,
) => {
  const delay_seconds = at ? notificationDelay(at, now) : 0;
  if (delay_seconds !== null)
    await notify([{ message: { kind: 'endpoint', tenant_id, webhook_id }, delay_seconds }]);
};
