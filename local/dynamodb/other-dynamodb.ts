import { randomBytes } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { urlToHttpOptions } from 'node:url';
import { AwsError, BadConfiguration } from '../errors.ts';
import { readWhole, writeWhole } from '../files.ts';

/** An engine outside of this process, such as DynamoDB Local; throws BadConfiguration for what is no address. */
export const connectTo = (endpoint: string, folder: string | undefined) => {
  if (!URL.canParse(endpoint) || new URL(endpoint).protocol !== 'http:')
    throw new BadConfiguration(`DYNAMODB_ENDPOINT is ${endpoint}, which is no http:// address.`);
  const agent = new Agent({ keepAlive: true, maxSockets: sockets_max });
  const to = {
    ...urlToHttpOptions(new URL(endpoint)),
    path: '/',
    agent,
    headers: signedFor(keyIdOf(folder)),
  };
  const inFlight = new Set<Promise<Answer>>();
  return {
    call: async <T>(operation: string, input: unknown) => {
      const asked = post(to, operation, JSON.stringify(input));
      inFlight.add(asked);
      const answer = await asked.catch(noAnswer(endpoint)).finally(() => inFlight.delete(asked));
      return outputOf<T>(answer);
    },
    indexLag: { hold: noLag, release: noLag },
    own: undefined,
    stop: async () => {
      // Also requests of callers that have ended: a broken connection would look like an error of the other side.
      await Promise.allSettled(inFlight);
      agent.destroy();
    },
  };
};

const sockets_max = 64;

const noLag = (): never => {
  throw new Error('The indexes of another DynamoDB cannot be made to lag.');
};

const noAnswer = (endpoint: string) => (cause: unknown) => {
  throw new BadConfiguration(`No DynamoDB answers at DYNAMODB_ENDPOINT ${endpoint}.`, { cause });
};

/**
 * DynamoDB Local keeps a database for each key id: a new one for data in memory; else the folder's, which ends with the
 * folder.
 */
const keyIdOf = (folder: string | undefined): string => {
  const fresh = `local${randomBytes(8).toString('hex')}`;
  if (folder === undefined) return fresh;
  const file = join(folder, 'database.json');
  const known = readWhole<string>(file);
  if (known === undefined) writeWhole(file, fresh);
  return known ?? fresh;
};

/** It wants a signature and checks none. */
const signedFor = (keyId: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/20200101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  'x-amz-date': '20200101T000000Z',
  'content-type': 'application/x-amz-json-1.0',
});

const ofStreams = new Set(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);

type Answer = { readonly status: number; readonly text: string };

const post = (to: RequestOptions, operation: string, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...to.headers,
      'content-length': Buffer.byteLength(body),
      'x-amz-target': `${ofStreams.has(operation) ? 'DynamoDBStreams' : 'DynamoDB'}_20120810.${operation}`,
    };
    const sent = request({ ...to, method: 'POST', headers }, (answer) => {
      buffer(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 500, text: read.toString() }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The output of an answer; throws the AwsError that it says. */
const outputOf = <T>({ status, text }: Answer): T => {
  const output = JSON.parse(text);
  if (status === 200) return output as T;
  const { __type, message, Message, ...members } = output;
  throw new AwsError(status, String(__type).split('#').at(-1) ?? '', message ?? Message, members);
};
