import type { AwsAnswer } from './aws-service.ts';
import { storageErrorAnswer } from './storage/error-answer.ts';

/** A refusal as the JSON protocols of AWS write it, so that the SDK raises the class of that name. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the answer carries besides its message: `CancellationReasons`. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, members: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'AwsError';
    this.status = status;
    this.code = code;
    this.members = members;
  }
}

/** The request is not what the operation takes. */
export const validationError = (message: string): AwsError => new AwsError(400, 'ValidationException', message);

/** No such operation in this service. */
export const unknownOperation = (operation: string): AwsError =>
  new AwsError(400, 'UnknownOperationException', `The operation ${operation} is not known here.`);

/** How a refusal of this service goes over the wire. */
export const errorAnswer = (service: string, error: AwsError): AwsAnswer =>
  service === 's3' ? storageErrorAnswer(error) : jsonErrorAnswer(service, error);

const jsonErrorAnswer = (service: string, error: AwsError): AwsAnswer => ({
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
    // DynamoDB's transactions spell it with a capital letter, and the SDK reads only the spelling of the operation.
    ...(error.members.CancellationReasons !== undefined && { Message: error.message }),
  }),
});

const namespaces: Readonly<Record<string, string>> = {
  dynamodb: 'com.amazonaws.dynamodb.v20120810#',
  sqs: 'com.amazonaws.sqs#',
};

/** What SQS called its refusals before it spoke JSON; the SDK shows them as `Code`. */
const queryCodes: Readonly<Record<string, string>> = {
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  UnsupportedOperation: 'AWS.SimpleQueueService.UnsupportedOperation',
};
