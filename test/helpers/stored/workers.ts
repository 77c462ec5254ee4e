import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { tableName } from '../../../functions/core/dynamodb/client.ts';
import { logger } from '../../../functions/core/logging.ts';
import { aContext } from '../lambda-context.ts';
import type { Any } from '../printed-document.ts';
import { bodyOf } from '../receiver.ts';
import { testDatabase } from '../test-database.ts';
import { after, mock } from '../tests.ts';
import { storedItems, storedOf } from './fixtures.ts';
import { decryptedByKept } from './kept-keys.ts';
import { type StoredKind, storedKinds } from './kinds.ts';

// The workers of deliveries in this process, on items that releases stored: their clients of AWS are
// replaced, and every webhook has an endpoint here.

/** An item, and what it is of. */
export type Placed = { readonly kind: StoredKind; readonly item: Any };

Object.assign(process.env, {
  ENVIRONMENT: 'sandbox',
  WEBHOOK_TARGETS: 'loopback_too',
  AWS_REGION: 'eu-west-1',
});
logger.setLogLevel('SILENT');

/** The requests that the endpoint got since the last run. */
export const posts: Any[] = [];
const endpoint = createServer(async (request, response) => {
  const {
    'webhook-id': id,
    'webhook-event-type': type,
    'webhook-attempt': attempt,
  } = request.headers;
  posts.push({ id, type, attempt, body: await bodyOf(request) });
  response.end('{}');
});
await new Promise<void>((done) => endpoint.listen(0, '127.0.0.1', done));

/** The address of the endpoint of every webhook. */
export const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`;

let memory = testDatabase();

/** The tables of the last run. */
export const tables = () => memory;

/** The messages that went to queues since the last run. */
export const messages: Any[] = [];

/** The webhooks that are copies, with what they are copies of: secrets are encrypted for those. */
export const copies = new Map<string, string>();

/** Stores an item as it is. */
export const put = ({ kind, item }: Placed) =>
  memory.connection.client.send(
    new PutCommand({ TableName: tableName(storedKinds[kind].table), Item: item }),
  );

mock.method(DynamoDBDocumentClient.prototype, 'send', (command: never, options: never) =>
  memory.connection.client.send(command, options),
);
mock.method(SQSClient.prototype, 'send', async ({ input: { Entries } }: Any) => {
  messages.push(...Entries.map(({ MessageBody }: Any) => JSON.parse(MessageBody)));
  return {};
});
mock.method(KMSClient.prototype, 'send', async ({ input }: Any) => ({
  Plaintext: await decryptedByKept(Buffer.from(input.CiphertextBlob).toString('base64'), {
    ...input.EncryptionContext,
    resource: copies.get(input.EncryptionContext.resource) ?? input.EncryptionContext.resource,
  }),
}));

// Workers read their settings when they are loaded.
export const { handler: fanOut } = await import('../../../functions/app/jobs/fan-out-event.ts');
export const { handler: deliver } = await import('../../../functions/app/jobs/deliver-webhook.ts');

/** A worker of deliveries. */
export type Worker = typeof deliver;

/** Has a worker take messages where these items alone are stored; answers the ids of those that failed: `m0`, `m1`. */
export const worked = async (
  worker: Worker,
  bodies: readonly object[],
  items: readonly Placed[],
): Promise<string[]> => {
  memory = testDatabase();
  for (const one of items) await put(one);
  for (const some of [posts, messages]) some.length = 0;
  const Records = bodies.map((body, nth) => ({ messageId: `m${nth}`, body: JSON.stringify(body) }));
  const { batchItemFailures } = await worker({ Records } as SQSEvent, aContext());
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

/** A pending delivery, as a release stored it. */
export const [{ item: delivery } = assert.fail()] = storedOf('delivery', 'pending');

/** Its business. */
export const tenant = String(delivery.pk).split('/')[0] ?? '';

/** The items of a kind that a release stored of a business; more attributes win. */
export const inTenant = (kind: StoredKind, of: string, more: object = {}): Placed[] =>
  storedItems
    .filter((one) => one.kind === kind && String(one.item.pk).startsWith(`${of}/`))
    .map(({ item }) => ({ kind, item: { ...item, ...more } }));

after(() => void endpoint.close());
