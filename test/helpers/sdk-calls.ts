import { APIGatewayClient, GetUsagePlanKeysCommand } from '@aws-sdk/client-api-gateway';
import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DecryptCommand, EncryptCommand, GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { clientSettings } from '../../functions/runtime/client-settings.ts';

/**
 * Calls AWS as our functions do, one after another; says of each what it came to. Bundled with and without what is left out.
 * What one client logs, which has a logger, goes to `logged`.
 */
export const callEverything = async (
  tls: { readonly endpoint: string; readonly ca: string },
  logged: unknown[],
): Promise<unknown[]> => {
  const bare = new DynamoDBClient(clientSettings);
  const documents = DynamoDBDocumentClient.from(bare, { marshallOptions: { removeUndefinedValues: true } });
  const [kms, sqs, bus] = [new KMSClient(clientSettings), new SQSClient(clientSettings), new EventBridgeClient({})];
  const s3 = new S3Client({ ...clientSettings, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const overTls = new DynamoDBClient({ endpoint: tls.endpoint, requestHandler: { httpsAgent: { ca: tls.ca } } });
  const log = (line: object) => void logged.push(line);
  // On the way to its settings it also says at the level of debug where it looked.
  const logging = new DynamoDBClient({ logger: { debug: () => {}, info: log, warn: log, error: log } });
  const [TableName, Key] = ['items', { pk: { S: 'a' } }];
  const kinds = { list: [true, null, ''], map: { of: { it: 'all' } }, texts: new Set(['a']), bytes: Buffer.from('b') };
  const put = { TableName, Item: { pk: 'a', n: 1, empty: '', gone: undefined, ...kinds } };
  const [KeyId, Bytes] = ['alias/key', Buffer.from('plain')];
  const object = { Bucket: 'documents', Key: 'a/b c' };
  const calls: (() => Promise<unknown>)[] = [
    () => documents.send(new GetCommand({ TableName, Key: { pk: 'a' }, ConsistentRead: true })),
    () => documents.send(new GetCommand({ TableName, Key: { pk: 'fails once' } })),
    () => documents.send(new BatchGetCommand({ RequestItems: { items: { Keys: [{ pk: 'throttled' }] } } })),
    () =>
      documents.send(
        new TransactWriteCommand({
          ClientRequestToken: 'token',
          TransactItems: [{ Put: put }, { Delete: { TableName, Key: { pk: 'b' } } }],
        }),
      ),
    () => documents.send(new TransactWriteCommand({ ClientRequestToken: 'token', TransactItems: [{ Put: put }] })),
    () =>
      documents.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': 'cut off once' },
        }),
      ),
    () => bare.send(new UpdateItemCommand({ TableName, Key, UpdateExpression: 'SET n = :n' })),
    ...Array.from({ length: 5 }, () => () => bare.send(new GetItemCommand({ TableName, Key }))),
    () => kms.send(new EncryptCommand({ KeyId, Plaintext: Bytes, EncryptionContext: { tenant: 'biz' } })),
    () => kms.send(new GenerateMacCommand({ KeyId, Message: Bytes, MacAlgorithm: 'HMAC_SHA_256' })),
    () => kms.send(new DecryptCommand({ KeyId, CiphertextBlob: Bytes })),
    () => kms.send(new DecryptCommand({ KeyId, CiphertextBlob: Bytes })),
    () =>
      sqs.send(
        new SendMessageBatchCommand({
          QueueUrl: `${process.env.AWS_ENDPOINT_URL}/000000000000/queue`,
          Entries: [{ Id: '0', MessageBody: 'a' }],
        }),
      ),
    () => bus.send(new PutEventsCommand({ Entries: [{ Source: 'us', DetailType: 'x', Detail: '{}' }] })),
    () => s3.send(new HeadObjectCommand(object)),
    async () => {
      const { Body, ...rest } = await s3.send(new GetObjectCommand({ ...object, VersionId: '1' }));
      return [rest, await Body?.transformToString()];
    },
    () => getSignedUrl(s3, new GetObjectCommand(object), { expiresIn: 60 }),
    () =>
      new CognitoIdentityProviderClient(clientSettings).send(
        new AdminGetUserCommand({ UserPoolId: 'eu-west-1_p', Username: 'u' }),
      ),
    () => new APIGatewayClient(clientSettings).send(new GetUsagePlanKeysCommand({ usagePlanId: 'plan', limit: 1 })),
    () => new SecretsManagerClient(clientSettings).send(new GetSecretValueCommand({ SecretId: 'secret' })),
    () => overTls.send(new GetItemCommand({ TableName, Key })),
    () => new EventBridgeClient({}).send(new PutEventsCommand({ Entries: [{ Source: 'fails twice' }] })),
    () => bare.send(new GetItemCommand({ TableName, Key: { pk: { S: 'answered in pieces' } } })),
    () => bare.send(new GetItemCommand({ TableName, Key: { pk: { S: 'cut short' } } })),
    () => logging.send(new GetItemCommand({ TableName, Key: { pk: { S: 'logged' } } })),
  ];
  const outcomes: unknown[] = [];
  for (const call of calls) outcomes.push(await call().then((value) => ({ value }), told));
  return outcomes;
};

const told = (error: Error) => ({
  error: {
    ...error,
    name: error.name,
    message: error.message,
    // Of the two bundles neither knows the other's classes; one that several clients have is told apart by a number.
    class: error.constructor.name.replace(/\d+$/, ''),
  },
});
