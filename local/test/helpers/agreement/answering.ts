import { AwsError } from '../../../errors.ts';

/**
 * A service that answers calls of DynamoDB; rejects with an AwsError. Operations of streams are
 * `streams/GetRecords`.
 */
export type Answering = { call<T>(operation: string, input: unknown): Promise<T> };

/** A call as HTTP has it. */
export const requestOf = (operation: string, input: unknown) => {
  const [, streams, name] = /^(streams\/)?(.+)$/.exec(operation) ?? [];
  return {
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${streams ? 'DynamoDBStreams' : 'DynamoDB'}_20120810.${name}`,
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20200101T000000Z',
    },
    body: JSON.stringify(input),
  };
};

/** The output of an answer; throws the AwsError that it is. */
export const answerOf = <T>(status: number, output: Readonly<Record<string, unknown>>): T => {
  if (status === 200) return output as T;
  const { __type, message = output.Message, ...members } = output;
  throw new AwsError(status, String(__type).split('#').at(-1) ?? '', String(message), members);
};
