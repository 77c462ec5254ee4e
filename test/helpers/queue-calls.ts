import {
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { queueUrl } from './messaging-resources.ts';

/** The calls of SQS that most tests of queues make, by a queue's name. */
export const queueCalls = (client: () => SQSClient) => ({
  send: (name: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
    client().send(new SendMessageCommand({ QueueUrl: queueUrl(name), MessageBody, ...more })),
  /** At most ten, and without waiting unless told. */
  receive: async (name: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> => {
    const input = { QueueUrl: queueUrl(name), MaxNumberOfMessages: 10, ...more };
    return (await client().send(new ReceiveMessageCommand(input))).Messages ?? [];
  },
  /** How many messages are visible, in flight and delayed. */
  counts: async (name: string): Promise<number[]> => {
    const asked = new GetQueueAttributesCommand({ QueueUrl: queueUrl(name), AttributeNames: ['All'] });
    const { Attributes = {} } = await client().send(asked);
    return ['', 'NotVisible', 'Delayed'].map((state) =>
      Number(Attributes[`ApproximateNumberOfMessages${state}` as keyof typeof Attributes]),
    );
  },
});
