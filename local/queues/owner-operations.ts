import type { AwsCall } from '../aws-service.ts';
import { AwsError, BadConfiguration, unknownOperation } from '../errors.ts';
import { inputOf, objectIn, objectOr } from '../json-protocol.ts';
import { invalid, type QueueInput, requiredText } from './parameters.ts';
import type { Message, Queue } from './queue.ts';
import type { Queues } from './queues.ts';
import { type QueueSettings, settingsOf } from './settings.ts';

/** The queue that the administrator of another account wants to have; those of the templates' account are in the templates. */
export const newQueueIn = (call: AwsCall): QueueSettings => {
  const { principal, region } = call;
  if (principal.kind !== 'account')
    throw new AwsError(
      403,
      'AccessDenied',
      'Only the administrator of another account creates queues here.',
    );
  const input = inputOf(call);
  const name = requiredText(input, 'QueueName');
  const { FifoQueue, VisibilityTimeout } = attributesIn(input, [
    'FifoQueue',
    'VisibilityTimeout',
    'Policy',
  ]);
  const fifo = FifoQueue === 'true';
  if (!/^[A-Za-z0-9_-]{1,75}(\.fifo)?$/.test(name) || name.endsWith('.fifo') !== fifo)
    throw invalid(
      'QueueName',
      name,
      'Can only include letters, digits, hyphens and underscores; .fifo ends a FIFO queue.',
    );
  const physicalId = `https://sqs.${region}.amazonaws.com/${principal.account}/${name}`;
  const properties = VisibilityTimeout === undefined ? {} : { VisibilityTimeout };
  const resource = {
    environment: '',
    stack: '',
    logicalId: name,
    type: 'AWS::SQS::Queue',
    region,
    physicalId,
    properties,
  };
  return { ...settingsOf(resource), fifo };
};

/** CreateQueue; the same again answers the queue that exists. */
export const createQueueOf = (queues: Queues, call: AwsCall): object => {
  const { url, arn } = queues.create(newQueueIn(call));
  setPolicyIn(queues, arn, inputOf(call));
  return { QueueUrl: url };
};

/** Performs an operation of the owner of a queue. */
export const queueOperation = async (
  queues: Queues,
  queue: Queue,
  call: AwsCall,
): Promise<object> => {
  const input = inputOf(call);
  switch (call.operation) {
    case 'SetQueueAttributes':
      attributesIn(input, ['Policy']);
      setPolicyIn(queues, queue.arn, input);
      return {};
    case 'GetQueueAttributes':
      return attributesOf(queue);
    case 'ReceiveMessage':
      return receive(queue, input);
    case 'DeleteMessage':
      queue.delete(requiredText(input, 'ReceiptHandle'));
      return {};
  }
  throw unknownOperation(call.operation);
};

/** The counts of a queue; AWS answers only those that are asked for. */
const attributesOf = (queue: Queue): object => {
  const { visible, inFlight, delayed } = queue.depth();
  const Attributes = {
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesNotVisible: String(inFlight),
    ApproximateNumberOfMessagesDelayed: String(delayed),
  };
  return { Attributes };
};

const attributesIn = (
  { Attributes }: QueueInput,
  known: readonly string[],
): Record<string, unknown> => {
  const attributes = objectOr(Attributes) ?? {};
  const unknown = Object.keys(attributes).find((name) => !known.includes(name));
  if (unknown === undefined) return attributes;
  throw new AwsError(400, 'InvalidAttributeName', `Unknown Attribute ${unknown}.`);
};

const setPolicyIn = (queues: Queues, arn: string, { Attributes }: QueueInput): void => {
  const text = objectOr(Attributes)?.Policy;
  if (text === undefined) return;
  const refused = (message: string) => new AwsError(400, 'InvalidAttributeValue', message);
  const document = objectIn(String(text));
  if (!document) throw refused('Invalid value for the parameter Policy.');
  try {
    queues.setPolicy(arn, document);
  } catch (error) {
    throw error instanceof BadConfiguration ? refused(error.message) : error;
  }
};

const receives_max = 10;
const wait_seconds_max = 20;

const receive = async (queue: Queue, input: QueueInput): Promise<object> => {
  const {
    MaxNumberOfMessages = 1,
    WaitTimeSeconds = 0,
    VisibilityTimeout,
    MessageAttributeNames,
  } = input;
  const max = Math.min(Number(MaxNumberOfMessages), receives_max);
  const wait_ms = Math.min(Number(WaitTimeSeconds), wait_seconds_max) * 1_000;
  const visibility =
    VisibilityTimeout === undefined ? {} : { visibility_seconds: Number(VisibilityTimeout) };
  const messages = await queue.receive({ max, wait_ms, ...visibility });
  return messages.length > 0
    ? { Messages: messages.map((message) => shown(message, MessageAttributeNames)) }
    : {};
};

/** Attributes of a message are answered where they are asked for. */
const shown = (
  { messageId, body, md5OfBody, receiptHandle, attributes, messageAttributes }: Message,
  names: unknown,
) => {
  const asked = [names ?? []].flat().map(String);
  const isAsked = ([name]: readonly [string, unknown]) =>
    asked.includes('All') || asked.includes(name);
  const MessageAttributes = Object.fromEntries(Object.entries(messageAttributes).filter(isAsked));
  const message = {
    MessageId: messageId,
    ReceiptHandle: receiptHandle,
    MD5OfBody: md5OfBody,
    Body: body,
  };
  return { ...message, Attributes: attributes, MessageAttributes };
};
