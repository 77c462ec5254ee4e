import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chunksOf } from '../../domain/chunks.ts';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { WorkQueue } from './work-queue.ts';

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
