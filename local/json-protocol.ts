import { AwsError } from './aws-error.ts';
import type { AwsAnswer, AwsCall } from './aws-service.ts';

/** The operation that a call of a JSON protocol names in `x-amz-target`: `GetItem` of `DynamoDB_20120810.GetItem`. */
export const targetOperation = ({ headers }: Pick<AwsCall, 'headers'>): string =>
  headers['x-amz-target']?.split('.').at(-1) ?? '';

/** The members of a call's JSON body; throws the AwsError of a body that is no JSON object. */
export const inputOf = ({ body }: Pick<AwsCall, 'body'>): Record<string, unknown> => {
  try {
    const input: unknown = JSON.parse(body.toString());
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  } catch {
    // Refused below, as anything else that is no object.
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
