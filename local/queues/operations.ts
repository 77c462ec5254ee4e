import { AwsError } from '../aws-error.ts';
import { batch, type Identified } from './batch.ts';
import { draftOf, missing, type Sending, within } from './draft.ts';
import { md5, md5OfAttributes } from './message.ts';
import type { QueuePolicies } from './policies.ts';
import type { Queue } from './queue.ts';
import { attributesOf } from './queue-attributes.ts';
import type { Queues } from './queues.ts';
import { received } from './received.ts';

/** One operation of SQS on a queue that exists. */
export type Operation = {
  /** What IAM is asked for: a batch needs what a single call needs. */
  readonly action: string;
  run(asked: Asked): Promise<unknown>;
};

/** What a call asks of a queue. */
export type Asked = {
  readonly queues: Queues;
  readonly queue: Queue;
  readonly policies: QueuePolicies;
  readonly input: Input;
  /** As `SenderId` tells. */
  readonly sender: string;
};

/** The members of a request, whatever its operation. */
export type Input = Sending & {
  readonly QueueUrl?: string;
  readonly QueueName?: string;
  readonly Entries?: readonly (Sending & Identified & { ReceiptHandle?: string; VisibilityTimeout?: number })[];
  readonly MaxNumberOfMessages?: number;
  readonly WaitTimeSeconds?: number;
  readonly VisibilityTimeout?: number;
  readonly AttributeNames?: readonly string[];
  readonly MessageSystemAttributeNames?: readonly string[];
  readonly MessageAttributeNames?: readonly string[];
  readonly ReceiptHandle?: string;
};

type Entry = NonNullable<Input['Entries']>[number];

const visibility_seconds_max = 43_200;

const send = ({ queues, queue, sender }: Asked, sending: Sending) => {
  const { draft, delay_ms } = draftOf(sending, queue.settings, sender);
  const message = queues.send(queue, draft, delay_ms);
  return {
    MessageId: message.id,
    MD5OfMessageBody: md5(draft.body),
    MD5OfMessageAttributes: md5OfAttributes(draft.attributes),
  };
};

const remove = ({ queue }: Asked, { ReceiptHandle }: Entry) => {
  queue.delete(handleOf(ReceiptHandle));
  return {};
};

const changeVisibility = ({ queue }: Asked, { ReceiptHandle, VisibilityTimeout }: Entry) => {
  const handle = handleOf(ReceiptHandle);
  if (VisibilityTimeout === undefined) throw missing('VisibilityTimeout');
  const seconds = within('VisibilityTimeout', VisibilityTimeout, 0, visibility_seconds_max);
  if (queue.changeVisibility(handle, seconds * 1000)) return {};
  throw new AwsError(400, 'MessageNotInflight', `Value ${handle} for parameter ReceiptHandle is invalid.`);
};

const handleOf = (handle: string | undefined): string => {
  if (handle === undefined) throw missing('ReceiptHandle');
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(handle)) return handle;
  throw new AwsError(
    400,
    'ReceiptHandleIsInvalid',
    `The input receipt handle "${handle}" is not a valid receipt handle.`,
  );
};

const receive = async ({ queue, input }: Asked) => {
  const { VisibilityTimeout, WaitTimeSeconds } = input;
  const messages = await queue.receive({
    max: within('MaxNumberOfMessages', input.MaxNumberOfMessages ?? 1, 1, 10),
    wait_ms:
      WaitTimeSeconds === undefined ? queue.settings.wait_ms : within('WaitTimeSeconds', WaitTimeSeconds, 0, 20) * 1000,
    visibility_ms:
      VisibilityTimeout === undefined
        ? undefined
        : within('VisibilityTimeout', VisibilityTimeout, 0, visibility_seconds_max) * 1000,
  });
  return messages.length === 0 ? {} : { Messages: messages.map((message) => received(message, input)) };
};

const purge = ({ queue }: Asked) => {
  queue.purge();
  return {};
};

const one = (action: string, run: (asked: Asked, entry: Entry) => unknown): Operation => ({
  action: `sqs:${action}`,
  run: async (asked) => run(asked, asked.input),
});

const many = (action: string, run: (asked: Asked, entry: Entry) => object): Operation => ({
  action: `sqs:${action}`,
  run: async (asked) => batch(asked.input.Entries, (entry) => run(asked, entry)),
});

/** Every operation that is known here, by name. */
export const operations: Readonly<Record<string, Operation>> = {
  SendMessage: one('SendMessage', send),
  SendMessageBatch: many('SendMessage', send),
  ReceiveMessage: { action: 'sqs:ReceiveMessage', run: receive },
  DeleteMessage: one('DeleteMessage', remove),
  DeleteMessageBatch: many('DeleteMessage', remove),
  ChangeMessageVisibility: one('ChangeMessageVisibility', changeVisibility),
  ChangeMessageVisibilityBatch: many('ChangeMessageVisibility', changeVisibility),
  GetQueueUrl: one('GetQueueUrl', ({ queue }) => ({ QueueUrl: queue.settings.url })),
  GetQueueAttributes: one('GetQueueAttributes', ({ queue, policies, input }) => attributesOf(queue, policies, input)),
  PurgeQueue: one('PurgeQueue', purge),
};
