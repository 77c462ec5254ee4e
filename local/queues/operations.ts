import { createHash } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { entriesOf, inBatch } from './batch.ts';
import { bodyOf, groupOf, type Input, invalid, numberOf, textOf, textsOf } from './checks.ts';
import { attributesOf, bytesOf, chosen, md5Of } from './message-attributes.ts';
import { attributesOfQueue } from './queue-attributes.ts';
import type { Message, Queue } from './queues.ts';

/** One operation on one queue. */
export type Operation = {
  /** What IAM calls it: a batch needs no grant of its own. */
  readonly action: string;
  run(queue: Queue, input: Input): Promise<object> | object;
};

const send = (queue: Queue, input: Input): object => {
  const [body, attributes, group] = [bodyOf(input), attributesOf(input), groupOf(input)];
  if (input.MessageDeduplicationId !== undefined) {
    const reason = 'The request includes a parameter that is not valid for this queue type.';
    throw invalid('MessageDeduplicationId', input.MessageDeduplicationId, reason);
  }
  if (input.MessageSystemAttributes !== undefined)
    throw new AwsError(400, 'UnsupportedOperation', 'System attributes of senders are not known here.');
  const delay_seconds = numberOf(input, 'DelaySeconds', 0, 900);
  const most = queue.settings.size_bytes_max;
  if (sizeOf(input) > most) {
    const message = `One or more parameters are invalid. Reason: Message must be shorter than ${most} bytes.`;
    throw new AwsError(400, 'InvalidParameterValue', message);
  }
  const options = { attributes, ...(group !== undefined && { group }) };
  const MessageId = queue.send(body, { ...options, ...(delay_seconds !== undefined && { delay_seconds }) });
  const MD5OfMessageBody = createHash('md5').update(body).digest('hex');
  return { MessageId, MD5OfMessageBody, MD5OfMessageAttributes: md5Of(attributes) };
};

const sizeOf = (input: Input): number => Buffer.byteLength(bodyOf(input)) + bytesOf(attributesOf(input));

const sendBatch = (queue: Queue, input: Input): object => {
  // What is not valid in itself fails alone below, so here it has no size.
  const sizes = entriesOf(input).map((entry) => Buffer.byteLength(String(entry.MessageBody ?? '')));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= batch_bytes_max) return inBatch(input, (entry) => send(queue, entry));
  const message = `Batch requests cannot be longer than ${batch_bytes_max} bytes. You have sent ${bytes} bytes.`;
  throw new AwsError(400, 'BatchRequestTooLong', message);
};

/** 1 MiB, the limit of SQS for all messages of a batch together. */
const batch_bytes_max = 1024 * 1024;

const receive = async (queue: Queue, input: Input): Promise<object> => {
  const visibility_seconds = numberOf(input, 'VisibilityTimeout', 0, visibility_seconds_max);
  const messages = await queue.receive({
    max: numberOf(input, 'MaxNumberOfMessages', 1, 10) ?? 1,
    wait_ms: (numberOf(input, 'WaitTimeSeconds', 0, 20) ?? queue.settings.wait_seconds) * 1_000,
    ...(visibility_seconds !== undefined && { visibility_seconds }),
  });
  if (messages.length === 0) return {};
  const system = [...textsOf(input, 'AttributeNames'), ...textsOf(input, 'MessageSystemAttributeNames')];
  const own = textsOf(input, 'MessageAttributeNames');
  return { Messages: messages.map((message) => shown(message, system, own)) };
};

/** 12 hours. */
const visibility_seconds_max = 43_200;

const shown = (message: Message, system: readonly string[], own: readonly string[]): object => {
  const wanted = ([name]: [string, string]): boolean => system.includes('All') || system.includes(name);
  const attributes = Object.entries(message.attributes).filter(wanted);
  const messageAttributes = chosen(message.messageAttributes, own);
  return {
    MessageId: message.messageId,
    ReceiptHandle: message.receiptHandle,
    MD5OfBody: message.md5OfBody,
    Body: message.body,
    ...(attributes.length > 0 && { Attributes: Object.fromEntries(attributes) }),
    ...(Object.keys(messageAttributes).length > 0 && {
      MessageAttributes: messageAttributes,
      MD5OfMessageAttributes: md5Of(messageAttributes),
    }),
  };
};

const remove = (queue: Queue, input: Input): object => {
  queue.delete(textOf(input, 'ReceiptHandle'));
  return {};
};

const change = (queue: Queue, input: Input): object => {
  const seconds = numberOf(input, 'VisibilityTimeout', 0, visibility_seconds_max);
  if (seconds === undefined)
    throw new AwsError(400, 'MissingParameter', 'The request must contain the parameter VisibilityTimeout.');
  queue.changeVisibility(textOf(input, 'ReceiptHandle'), seconds);
  return {};
};

const purge = (queue: Queue): object => {
  queue.purge();
  return {};
};

const batchOf =
  (one: (queue: Queue, entry: Input) => object) =>
  (queue: Queue, input: Input): object =>
    inBatch(input, (entry) => one(queue, entry));

/** What a queue understands; GetQueueUrl, which names none by its address, is not among them. */
export const operations: Readonly<Record<string, Operation>> = {
  SendMessage: { action: 'SendMessage', run: send },
  SendMessageBatch: { action: 'SendMessage', run: sendBatch },
  ReceiveMessage: { action: 'ReceiveMessage', run: receive },
  DeleteMessage: { action: 'DeleteMessage', run: remove },
  DeleteMessageBatch: { action: 'DeleteMessage', run: batchOf(remove) },
  ChangeMessageVisibility: { action: 'ChangeMessageVisibility', run: change },
  ChangeMessageVisibilityBatch: { action: 'ChangeMessageVisibility', run: batchOf(change) },
  GetQueueAttributes: { action: 'GetQueueAttributes', run: attributesOfQueue },
  PurgeQueue: { action: 'PurgeQueue', run: purge },
};
