import { createHash } from 'node:crypto';
import type { Access, AwsCall, AwsService } from '../aws-service.ts';
import { AwsError } from '../errors.ts';
import type { Iam } from '../iam/iam.ts';
import { accountIn, assertAdmitted, forbiddenByPolicy } from '../iam/resource-policy.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import { createQueueOf, newQueueIn, queueOperation } from './owner-operations.ts';
import { invalid, type QueueInput, requiredText } from './parameters.ts';
import type { Queue } from './queue.ts';
import type { Queues } from './queues.ts';
import type { MessageAttribute } from './stored-message.ts';

/**
 * SQS by its JSON protocol. Functions send to the queues of the templates, from which mappings receive, and to those of other
 * accounts, whose administrators create them and receive.
 */
export const sqsService = (queues: Queues, { roleArnOf }: Pick<Iam, 'roleArnOf'>): AwsService => ({
  name: 'sqs',
  operation: targetOperation,
  accesses: (call) => {
    if (call.operation === 'CreateQueue')
      return [{ action: 'sqs:CreateQueue', resource: newQueueIn(call).arn }];
    const queue = queueFor(queues, call);
    const access = accessTo(queue, call.operation);
    const { principal } = call;
    if (principal.kind !== 'function') return [access];
    // A function's own grants do not help against a queue policy that forbids the action to everybody.
    if (queues.forbids(queue.arn, access.action)) throw forbiddenByPolicy(access.action, queue.arn);
    assertAdmitted(queues.policyOf(queue.arn), access, roleArnOf(principal.functionName));
    return [access];
  },
  handle: async (call) => {
    if (call.operation === 'CreateQueue') return jsonAnswer(createQueueOf(queues, call), '1.0');
    const [queue, input] = [queueFor(queues, call), inputOf(call)];
    const operation = operations[call.operation];
    return jsonAnswer(
      operation ? operation(queue, input) : await queueOperation(queues, queue, call),
      '1.0',
    );
  },
});

const accessTo = ({ arn: resource }: Queue, operation: string): Access => {
  // A batch needs no grant of its own.
  const action = operation in operations ? 'sqs:SendMessage' : `sqs:${operation}`;
  return { action, resource, context: { 'aws:ResourceAccount': accountIn(resource) } };
};

const queueFor = (queues: Queues, call: AwsCall): Queue => {
  const [name = '', owner] = requiredText(inputOf(call), 'QueueUrl').split('/').reverse();
  const queue = queues.byName(name, call.region, owner);
  if (queue) return queue;
  throw new AwsError(
    400,
    'QueueDoesNotExist',
    `The specified queue does not exist: ${name} in ${call.region}.`,
  );
};

const send = (queue: Queue, input: QueueInput): object => {
  const unknown = Object.keys(input).find(
    (name) => !sendMembers.has(name) && input[name] !== undefined,
  );
  if (unknown) throw invalid(unknown, input[unknown], 'local/ does not know this parameter.');
  const body = bodyOf(input);
  const group = groupOf(input);
  const delay_seconds = delayOf(input);
  const { message_bytes_max } = queue.settings;
  if (Buffer.byteLength(body) > message_bytes_max) {
    const message = `One or more parameters are invalid. Reason: Message must be shorter than ${message_bytes_max} bytes.`;
    throw new AwsError(400, 'InvalidParameterValue', message);
  }
  const deduplication_id = deduplicationOf(queue, input);
  const attributes = input.MessageAttributes as
    | Readonly<Record<string, MessageAttribute>>
    | undefined;
  const options = {
    ...(group !== undefined && { group }),
    ...(delay_seconds !== undefined && { delay_seconds }),
    ...(deduplication_id !== undefined && { deduplication_id }),
    ...(attributes && { attributes: checkedAttributes(attributes) }),
  };
  return {
    MessageId: queue.send(body, options),
    MD5OfMessageBody: createHash('md5').update(body).digest('hex'),
  };
};

const sendMembers = new Set([
  ...['Id', 'QueueUrl', 'MessageBody', 'MessageAttributes', 'DelaySeconds'],
  ...['MessageGroupId', 'MessageDeduplicationId'],
]);

const attributes_max = 10;

/** Only texts are taken; nobody here sends the other types of SQS. */
const checkedAttributes = (attributes: Readonly<Record<string, MessageAttribute>>) => {
  const names = Object.keys(attributes);
  if (names.length > attributes_max)
    throw invalid(
      'MessageAttributes',
      names.length,
      `A message has at most ${attributes_max} attributes.`,
    );
  for (const [name, { DataType, StringValue }] of Object.entries(attributes)) {
    if (!/^(?!aws\.|amazon\.)[A-Za-z0-9_.-]{1,256}$/i.test(name))
      throw invalid('MessageAttributes', name, 'Not a name.');
    if (DataType !== 'String' || !StringValue)
      throw invalid(name, StringValue, 'local/ knows attributes with a text only.');
  }
  return attributes;
};

/** The deduplication that a FIFO queue must have and a standard one must not. */
const deduplicationOf = ({ settings: { fifo } }: Queue, input: QueueInput): string | undefined => {
  const { MessageDeduplicationId: id, DelaySeconds } = input;
  if (!fifo && id === undefined) return undefined;
  if (!fifo) throw invalid('MessageDeduplicationId', id, 'The queue is not a FIFO queue.');
  if (DelaySeconds !== undefined)
    throw invalid('DelaySeconds', DelaySeconds, 'The queue is a FIFO queue.');
  requiredText(input, 'MessageGroupId');
  if (typeof id === 'string' && /^[!-~]{1,128}$/.test(id)) return id;
  throw invalid('MessageDeduplicationId', id, 'The queue has no deduplication by content.');
};

/** Each entry succeeds or fails by itself. */
const sendBatch = (queue: Queue, input: QueueInput): object => {
  const entries = entriesOf(input);
  // An entry that is invalid fails alone below, so it has no size here.
  const bytes = entries.reduce(
    (sum, { MessageBody }) => sum + Buffer.byteLength(String(MessageBody ?? '')),
    0,
  );
  if (bytes > batch_bytes_max) {
    const message = `Batch requests cannot be longer than ${batch_bytes_max} bytes. You have sent ${bytes} bytes.`;
    throw new AwsError(400, 'BatchRequestTooLong', message);
  }
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const Id = String(entry.Id);
    try {
      Successful.push({ Id, ...send(queue, entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
};

/** 1 MiB, the limit of SQS for all messages of a batch together. */
const batch_bytes_max = 1024 * 1024;
const entries_max = 10;

/** One to ten, each with an id of its own. */
const entriesOf = ({ Entries }: QueueInput): QueueInput[] => {
  const entries = (Array.isArray(Entries) ? Entries : []) as QueueInput[];
  const fail = (code: string, message: string): never => {
    throw new AwsError(400, code, message);
  };
  if (entries.length === 0)
    fail(
      'EmptyBatchRequest',
      'There should be at least one SendMessageBatchRequestEntry in the request.',
    );
  if (entries.length > entries_max) {
    const most = `Maximum number of entries per request are ${entries_max}.`;
    fail('TooManyEntriesInBatchRequest', `${most} You have sent ${entries.length}.`);
  }
  const ids = entries.map(({ Id }) => String(Id ?? ''));
  if (ids.some((id) => !/^[A-Za-z0-9_-]{1,80}$/.test(id))) {
    const rule =
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores.';
    fail('InvalidBatchEntryId', `${rule} It can be at most 80 letters long.`);
  }
  const twice = ids.find((id, position) => ids.indexOf(id) !== position);
  if (twice !== undefined) fail('BatchEntryIdsNotDistinct', `Id ${twice} repeated.`);
  return entries;
};

const operations: Readonly<Record<string, (queue: Queue, input: QueueInput) => object>> = {
  SendMessage: send,
  SendMessageBatch: sendBatch,
};

/** The body of a message, of the characters that SQS takes: those of XML 1.0. */
const bodyOf = (input: QueueInput): string => {
  const body = requiredText(input, 'MessageBody');
  if (!forbiddenCharacter.test(body)) return body;
  throw new AwsError(
    400,
    'InvalidMessageContents',
    'Invalid characters were found in the message body.',
  );
};

// Only the flag `u` makes it match half a pair of surrogates by itself.
const forbiddenCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const groupOf = ({ MessageGroupId: group }: QueueInput): string | undefined => {
  if (group === undefined || group === null) return undefined;
  if (typeof group === 'string' && /^[!-~]{1,128}$/.test(group)) return group;
  const reason =
    'MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.';
  throw invalid('MessageGroupId', group, reason);
};

const delay_seconds_max = 900;

const delayOf = ({ DelaySeconds: seconds }: QueueInput): number | undefined => {
  if (seconds === undefined || seconds === null) return undefined;
  if (
    typeof seconds === 'number' &&
    Number.isInteger(seconds) &&
    seconds >= 0 &&
    seconds <= delay_seconds_max
  )
    return seconds;
  throw invalid('DelaySeconds', seconds, `Must be >= 0 and <= ${delay_seconds_max}, if provided.`);
};
