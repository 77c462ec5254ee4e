import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DeliveryQueue } from './delivery-queue.ts';

/** SQS takes so many messages in one request. */
const batchMax = 10;

/** The queue of deliveries (`DELIVER_QUEUE_URL`): fair among webhooks, since each message carries its webhook as group. */
export const sqsDeliveryQueue = (): DeliveryQueue => {
  const client = new SQSClient({
    maxAttempts: 3,
    requestHandler: { requestTimeout: 2_000, throwOnRequestTimeout: true },
  });
  const QueueUrl = process.env.DELIVER_QUEUE_URL;
  return {
    wake: async (wakeUps) => {
      for (let from = 0; from < wakeUps.length; from += batchMax) {
        const Entries = wakeUps.slice(from, from + batchMax).map(({ of, delay_seconds }, position) => ({
          Id: String(position),
          MessageBody: JSON.stringify(of),
          MessageGroupId: of.webhook_id,
          DelaySeconds: delay_seconds,
        }));
        const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
        if (Failed.length > 0) throw new Error(`the queue refused ${Failed.length} messages: ${Failed[0]?.Code}`);
      }
    },
    depth: async () => {
      const AttributeNames = ['ApproximateNumberOfMessages' as const];
      const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
    },
  };
};
