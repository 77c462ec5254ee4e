import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { clientSettings } from '../../runtime/client-settings.ts';
import { bounded } from '../../runtime/deadline.ts';
import type { WorkQueue } from './work-queue.ts';

/** SQS takes so many messages in one request. */
const batchMax = 10;

/** The queue at an address, such as what `DELIVER_QUEUE_URL` says. */
export const sqsWorkQueue = (QueueUrl: string | undefined): WorkQueue => ({
  send: async (messages) => {
    for (let from = 0; from < messages.length; from += batchMax) {
      const Entries = messages.slice(from, from + batchMax).map(({ body, group, delay_seconds }, position) => ({
        Id: String(position),
        MessageBody: JSON.stringify(body),
        MessageGroupId: group,
        DelaySeconds: delay_seconds,
      }));
      const { Failed = [] } = await client().send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      if (Failed.length > 0) throw new Error(`the queue refused ${Failed.length} messages: ${Failed[0]?.Code}`);
    }
  },
  depth: async () => {
    const AttributeNames = ['ApproximateNumberOfMessages' as const];
    const { Attributes } = await client().send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  },
});

let opened: SQSClient | undefined;

/** One for all queues of a process. */
const client = (): SQSClient => {
  opened ??= bounded(new SQSClient(clientSettings));
  return opened;
};
