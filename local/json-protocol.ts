import type { AwsAnswer, AwsCall } from './aws-service.ts';
import { AwsError } from './errors.ts';

/** The operation that a call of a JSON protocol names in `x-amz-target`: `GetItem` of `DynamoDB_20120810.GetItem`. */
export const targetOperation = ({ headers }: Pick<AwsCall, 'headers'>): string =>
  headers['x-amz-target']?.split('.').at(-1) ?? '';

/** The members of a call's JSON body; throws the AwsError of a body that is no JSON object. */
export const inputOf = ({ body }: Pick<AwsCall, 'body'>): Record<string, unknown> => {
  try {
    const input: unknown = JSON.parse(body.toString());
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  } catch {
    // An error below, like anything else that is no object.
  }
  throw new AwsError(400, 'SerializationException', 'The body is no JSON object.');
};

/** A success; `version` is the protocol's: DynamoDB and SQS speak 1.0, KMS and EventBridge 1.1. */
export const jsonAnswer = (output: unknown, version: '1.0' | '1.1'): AwsAnswer => ({
  status: 200,
  headers: { 'content-type': `application/x-amz-json-${version}` },
  body: JSON.stringify(output),
});

/** Whether a text can be read as JSON. */
export const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** An error as the JSON protocols of AWS write it. */
export const jsonErrorAnswer = (service: string, error: AwsError): AwsAnswer => ({
  status: error.status,
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-errortype': error.code,
    ...(service === 'sqs' && {
      'x-amzn-query-error': `${queryCodes[error.code] ?? error.code};${error.status < 500 ? 'Sender' : 'Receiver'}`,
    }),
  },
  body: JSON.stringify({
    ...error.members,
    __type: (namespaces[service] ?? '') + error.code,
    message: error.message,
    // DynamoDB's transactions spell it with a capital letter, and the SDK reads only that spelling.
    ...(error.members.CancellationReasons !== undefined && { Message: error.message }),
  }),
});

const namespaces: Readonly<Record<string, string>> = {
  dynamodb: 'com.amazonaws.dynamodb.v20120810#',
  sqs: 'com.amazonaws.sqs#',
};

/** The names of SQS's errors in its older protocol; the SDK shows them as `Code`. */
const queryCodes: Readonly<Record<string, string>> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  UnsupportedOperation: 'AWS.SimpleQueueService.UnsupportedOperation',
};
