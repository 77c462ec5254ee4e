import type { Logger } from '@aws-lambda-powertools/logger';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chunksOf } from '../chunks.ts';
import { clientSettings } from '../client-settings.ts';
import type { DeliveryMessage, RecoveryMessage, WebhookMessage } from '../events/model.ts';
import { logger as defaultLogger, serializeError } from '../logging.ts';
import { bounded } from '../time.ts';

/** A wake-up as a queue takes it. */
export type WorkMessage = {
  /** Ids only, so that nothing personal lies in queues and dead letters. */
  readonly body: object;
  /** Messages of one group cannot make those of others wait. */
  readonly group: string;
  /** Whole seconds, 0 to 900. */
  readonly delay_seconds: number;
};

/** Wakes the worker behind a queue. A message is a hint: what it wakes for is due in a table whether it arrives or not. */
export type WorkQueue = {
  /** Throws when the queue does not take one. */
  send(messages: readonly WorkMessage[]): Promise<void>;
};

/** SQS takes so many messages in one request. */
const batchMax = 10;

/** The queue at an address, such as what `DELIVER_QUEUE_URL` says. */
export const sqsWorkQueue = (QueueUrl: string | undefined): WorkQueue => ({
  send: async (messages) => {
    for (const some of chunksOf(messages, batchMax)) {
      const Entries = some.map(({ body, group, delay_seconds }, position) => ({
        Id: String(position),
        MessageBody: JSON.stringify(body),
        MessageGroupId: group,
        DelaySeconds: delay_seconds,
      }));
      const { Failed = [] } = await client().send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`the queue refused ${Failed.length} messages: ${Failed[0]?.Code}`);
    }
  },
});

let opened: SQSClient | undefined;

/** One for all queues of a process. */
const client = (): SQSClient => {
  opened ??= bounded(new SQSClient(clientSettings));
  return opened;
};

/** What to wake, and after how many whole seconds (0 to 900). */
export type Notification = {
  readonly of: DeliveryMessage | WebhookMessage | RecoveryMessage;
  readonly delay_seconds: number;
};

/** Wakes deliver-webhook. A message is a hint: what it wakes for is due in the table whether it arrives or not. */
export type DeliveryQueue = {
  /** Sends wake-ups; throws when the queue does not take one. */
  notify(notifications: readonly Notification[]): Promise<void>;
};

/** The queue of deliveries (`DELIVER_QUEUE_URL`): fair among webhooks, since each message carries its webhook as group. */
export const sqsDeliveryQueue = (): DeliveryQueue => {
  const queue = sqsWorkQueue(process.env.DELIVER_QUEUE_URL);
  return {
    notify: (notifications) =>
      queue.send(notifications.map(({ of, delay_seconds }) => ({ body: of, group: of.webhook_id, delay_seconds }))),
  };
};

/**
 * Wakes at once what a commit has just made due, and passes on what that answered. It cannot fail the request: what was
 * committed is due in the table, and a wake-up that gets lost here is sent by the sweeper. One line of the log tells of it,
 * since many mean that all is late.
 */
export const notifyAfterCommit = (
  queue: DeliveryQueue = sqsDeliveryQueue(),
  logger: Pick<Logger, 'warn'> = defaultLogger,
) => {
  return async <T>(committed: Promise<T>, of: DeliveryMessage | WebhookMessage | RecoveryMessage): Promise<T> => {
    const answer = await committed;
    await queue
      .notify([{ of, delay_seconds: 0 }])
      .catch((error: unknown) =>
        logger.warn('notification_not_sent', { event: 'notification_not_sent', ...of, error: serializeError(error) }),
      );
    return answer;
  };
};
