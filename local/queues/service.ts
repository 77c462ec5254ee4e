import { createHash } from 'node:crypto';
import type { AwsCall, AwsService } from '../aws-service.ts';
import { AwsError, unknownOperation } from '../errors.ts';
import { forbiddenByPolicy } from '../iam/resource-policy.ts';
import { inputOf, jsonAnswer, targetOperation } from '../json-protocol.ts';
import type { Queue } from './queue.ts';
import type { Queues } from './queues.ts';

/** SQS over the standard queues of the templates, by its JSON protocol: what sends. Mappings receive. */
export const sqsService = (queues: Queues): AwsService => ({
  name: 'sqs',
  operation: targetOperation,
  accesses: (call) => {
    if (!(call.operation in operations)) throw unknownOperation(call.operation);
    const queue = queueFor(queues, call);
    // A batch needs no grant of its own.
    const action = 'sqs:SendMessage';
    // A function's own grants do not help against a queue policy that forbids the action to everybody.
    if (call.principal.kind === 'function' && queues.forbids(queue.arn, action))
      throw forbiddenByPolicy(action, queue.arn);
    return [{ action, resource: queue.arn }];
  },
  handle: async (call) => {
    const operation = operations[call.operation];
    if (!operation) throw unknownOperation(call.operation);
    return jsonAnswer(operation(queueFor(queues, call), inputOf(call)), '1.0');
  },
});

type Input = Readonly<Record<string, unknown>>;

const queueFor = (queues: Queues, call: AwsCall): Queue => {
  const url = textOf(inputOf(call), 'QueueUrl');
  const name = url.slice(url.lastIndexOf('/') + 1);
  const queue = queues.byName(name, call.region);
  if (queue) return queue;
  throw new AwsError(400, 'QueueDoesNotExist', `The specified queue does not exist: ${name} in ${call.region}.`);
};

const send = (queue: Queue, input: Input): object => {
  const unknown = Object.keys(input).find((name) => !sendMembers.has(name) && input[name] !== undefined);
  if (unknown) throw invalid(unknown, input[unknown], 'local/ does not know this parameter of a standard queue.');
  const body = bodyOf(input);
  const group = groupOf(input);
  const delay_seconds = delayOf(input);
  const { message_bytes_max } = queue.settings;
  if (Buffer.byteLength(body) > message_bytes_max) {
    const message = `One or more parameters are invalid. Reason: Message must be shorter than ${message_bytes_max} bytes.`;
    throw new AwsError(400, 'InvalidParameterValue', message);
  }
  const options = { ...(group !== undefined && { group }), ...(delay_seconds !== undefined && { delay_seconds }) };
  return { MessageId: queue.send(body, options), MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
};

const sendMembers = new Set(['Id', 'QueueUrl', 'MessageBody', 'MessageGroupId', 'DelaySeconds']);

/** Each entry succeeds or fails by itself. */
const sendBatch = (queue: Queue, input: Input): object => {
  const entries = entriesOf(input);
  // An entry that is invalid fails alone below, so it has no size here.
  const bytes = entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(String(MessageBody ?? '')), 0);
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
const entriesOf = ({ Entries }: Input): Input[] => {
  const entries = (Array.isArray(Entries) ? Entries : []) as Input[];
  const fail = (code: string, message: string): never => {
    throw new AwsError(400, code, message);
  };
  if (entries.length === 0)
    fail('EmptyBatchRequest', 'There should be at least one SendMessageBatchRequestEntry in the request.');
  if (entries.length > entries_max) {
    const most = `Maximum number of entries per request are ${entries_max}.`;
    fail('TooManyEntriesInBatchRequest', `${most} You have sent ${entries.length}.`);
  }
  const ids = entries.map(({ Id }) => String(Id ?? ''));
  if (ids.some((id) => !/^[A-Za-z0-9_-]{1,80}$/.test(id))) {
    const rule = 'A batch entry id can only contain alphanumeric characters, hyphens and underscores.';
    fail('InvalidBatchEntryId', `${rule} It can be at most 80 letters long.`);
  }
  const twice = ids.find((id, position) => ids.indexOf(id) !== position);
  if (twice !== undefined) fail('BatchEntryIdsNotDistinct', `Id ${twice} repeated.`);
  return entries;
};

const operations: Readonly<Record<string, (queue: Queue, input: Input) => object>> = {
  SendMessage: send,
  SendMessageBatch: sendBatch,
};

const invalid = (parameter: string, value: unknown, reason: string): AwsError => {
  const message = `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`;
  return new AwsError(400, 'InvalidParameterValue', message);
};

const textOf = (input: Input, parameter: string): string => {
  const value = input[parameter];
  if (typeof value === 'string' && value !== '') return value;
  throw new AwsError(400, 'MissingParameter', `The request must contain the parameter ${parameter}.`);
};

/** The body of a message, of the characters that SQS takes: those of XML 1.0. */
const bodyOf = (input: Input): string => {
  const body = textOf(input, 'MessageBody');
  if (!forbiddenCharacter.test(body)) return body;
  throw new AwsError(400, 'InvalidMessageContents', 'Invalid characters were found in the message body.');
};

// Only the flag `u` makes it match half a pair of surrogates by itself.
const forbiddenCharacter = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

const groupOf = ({ MessageGroupId: group }: Input): string | undefined => {
  if (group === undefined || group === null) return undefined;
  if (typeof group === 'string' && /^[!-~]{1,128}$/.test(group)) return group;
  const reason = 'MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.';
  throw invalid('MessageGroupId', group, reason);
};

const delay_seconds_max = 900;

const delayOf = ({ DelaySeconds: seconds }: Input): number | undefined => {
  if (seconds === undefined || seconds === null) return undefined;
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 0 && seconds <= delay_seconds_max)
    return seconds;
  throw invalid('DelaySeconds', seconds, `Must be >= 0 and <= ${delay_seconds_max}, if provided.`);
};
