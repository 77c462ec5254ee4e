import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from '../client-settings.ts';
import { chunksOf } from '../json.ts';
import { messageGroup, type QueueMessage } from '../messages.ts';
import { bounded } from '../time.ts';

/** A message and after how many whole seconds (0 to 900) it arrives. */
export type Queued = { readonly message: QueueMessage; readonly delay_seconds?: number };

/** Notifies the worker of a queue. */
export type WorkQueue = {
  /** Throws if the queue rejects a message. */
  send(messages: readonly Queued[]): Promise<void>;
};

/** The limit of SQS for one request. */
const batchMax = 10;

/** The queue at an address, such as `DELIVER_QUEUE_URL`. It is fair: each message has a group (messages.ts). */
export const sqsWorkQueue = (QueueUrl: string | undefined): WorkQueue => ({
  send: async (messages) => {
    for (const some of chunksOf(messages, batchMax)) {
      const Entries = some.map(({ message, delay_seconds = 0 }, position) => ({
        Id: String(position),
        MessageBody: JSON.stringify(message),
        MessageGroupId: messageGroup(message),
        DelaySeconds: delay_seconds,
      }));
      const { Failed = [] } = await client().send(
        new SendMessageBatchCommand({ QueueUrl, Entries }),
      );
      if (Failed.length > 0)
        throw new Error(`the queue rejected ${Failed.length} messages: ${Failed[0]?.Code}`);
    }
  },
});

let opened: SQSClient | undefined;

/** One for all queues of a process. */
const client = (): SQSClient => {
  opened ??= bounded(new SQSClient(clientSettings));
  return opened;
};
