import type { AwsAnswer, AwsCall } from './aws-service.ts';
import { AwsError } from './errors.ts';

/** The operation that a call of a JSON protocol names in `x-amz-target`: `GetItem` of `DynamoDB_20120810.GetItem`. */
export const targetOperation = ({ headers }: Pick<AwsCall, 'headers'>): string =>
  headers['x-amz-target']?.split('.').at(-1) ?? '';

/** The members of a call's JSON body; throws the AwsError of a body that is no JSON object. */
export const inputOf = ({ body }: Pick<AwsCall, 'body'>): Record<string, unknown> => {
  const input = objectIn(body.toString());
  if (input) return input;
  throw new AwsError(400, 'SerializationException', 'The body is no JSON object.');
};

/** A success; `version` is the protocol's: DynamoDB and SQS speak 1.0, KMS and EventBridge 1.1. */
export const jsonAnswer = (output: unknown, version: '1.0' | '1.1'): AwsAnswer => ({
  status: 200,
  headers: { 'content-type': `application/x-amz-json-${version}` },
  body: JSON.stringify(output),
});

/** The value of a JSON text; undefined where it is no JSON. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The object that a JSON text holds; undefined where it is no JSON or no object. */
export const objectIn = (text: string): Record<string, unknown> | undefined =>
  objectOr(jsonIn(text));

/** The value where it is an object. */
export const objectOr = (value: unknown): Record<string, unknown> | undefined =>
  isObject(value) ? value : undefined;

/** Whether a value is an object, which a list is not. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An error as the JSON protocols of AWS write it. */
export const jsonErrorAnswer = (service: string, error: AwsError): AwsAnswer => ({
  status: error.status,
  headers: {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-errortype': error.code,
    ...(service === 'sqs' && {
      'x-amzn-query-error': `${queryCodeOf(error.code)};${error.status < 500 ? 'Sender' : 'Receiver'}`,
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

/** The name of an error of SQS in its older protocol; the SDK shows it as `Code`. */
const queryCodeOf = (code: string): string => {
  if (code === 'QueueDoesNotExist') return 'AWS.SimpleQueueService.NonExistentQueue';
  return /Batch|^UnsupportedOperation$/.test(code) ? `AWS.SimpleQueueService.${code}` : code;
};
