import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, mock, test } from 'node:test';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { tableName } from '../../../functions/dynamodb/client.ts';
import { eventOf } from '../../../functions/events/content-table.ts';
import { logger } from '../../../functions/logging.ts';
import { aContext } from '../../helpers/lambda-context.ts';
import { memoryTables } from '../../helpers/memory-tables.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { bodyOf } from '../../helpers/receiver.ts';
import { variantsOf } from '../../helpers/stored/fields.ts';
import { storedItems, storedOf } from '../../helpers/stored/fixtures.ts';
import { decryptedByKept } from '../../helpers/stored/kept-keys.ts';
import { type StoredKind, storedKinds } from '../../helpers/stored/kinds.ts';
import { kindReaders } from '../../helpers/stored/readers.ts';

// What a release stored, without one of its fields, is fanned out and delivered as with the field's default. Where an item
// cannot be read without the field, the message fails, so that it comes again, and nothing is sent.

Object.assign(process.env, { ENVIRONMENT: 'sandbox', WEBHOOK_TARGETS: 'loopback_too', AWS_REGION: 'eu-west-1' });
logger.setLogLevel('SILENT');
const posts: Any[] = [];
const endpoint = createServer(async (request, response) => {
  const { 'webhook-id': id, 'webhook-event-type': type, 'webhook-attempt': attempt } = request.headers;
  posts.push({ id, type, attempt, body: await bodyOf(request) });
  response.end('{}');
});
await new Promise<void>((done) => endpoint.listen(0, '127.0.0.1', done));
after(() => endpoint.close());
const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`;

let memory = memoryTables();
const messages: Any[] = [];
const client = () => memory.connection.client;
mock.method(DynamoDBDocumentClient.prototype, 'send', (command: never, options: never) =>
  client().send(command, options),
);
mock.method(SQSClient.prototype, 'send', async ({ input: { Entries } }: Any) => {
  messages.push(...Entries.map(({ MessageBody }: Any) => JSON.parse(MessageBody)));
  return {};
});
mock.method(KMSClient.prototype, 'send', async ({ input }: Any) => ({
  Plaintext: await decryptedByKept(Buffer.from(input.CiphertextBlob).toString('base64'), input.EncryptionContext),
}));
// Workers read their settings when they are loaded.
const { handler: fanOut } = await import('../../../functions/jobs/fan-out-event.ts');
const { handler: deliver } = await import('../../../functions/jobs/deliver-webhook.ts');

type Placed = { readonly kind: StoredKind; readonly item: Any };
type Worker = typeof deliver;

/** What a worker makes of a message where these items are stored. */
const seenBy = async (worker: Worker, message: object, items: readonly Placed[]) => {
  const began = new Date().toISOString();
  memory = memoryTables();
  for (const { kind, item } of items)
    await client().send(new PutCommand({ TableName: tableName(storedKinds[kind].table), Item: item }));
  for (const some of [posts, messages]) some.length = 0;
  const event = { Records: [{ messageId: 'm', body: JSON.stringify(message) }] } as SQSEvent;
  const { batchItemFailures } = await worker(event, aContext());
  const made = { failed: batchItemFailures.length, posts: [...posts], messages: [...messages] };
  return { ...made, stored: () => stable([memory.everything('deliveries'), items.map(left)], began) };
};

const left = ({ kind, item: { pk, sk } }: Placed) => {
  const [found, known] = [memory.find({ table: storedKinds[kind].table, pk, sk }), kindReaders[kind]];
  return found && known ? known.reader(known.contentOf(found)) : found;
};

/** Without what differs from one attempt to the next. */
const stable = (value: unknown, began: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one) => {
      if (/^(duration_ms|timings|token|date|headers|first_attempt|expires_at_s|schedule_shard)$/.test(name))
        return 'new';
      return typeof one === 'string' && /\d{4}-.*Z$/.test(one) && one.slice(-24) >= began ? 'new' : one;
    }),
  );

const withoutEach = async (worker: Worker, message: object, one: Placed, items: readonly Placed[]) => {
  const seen = (item: Any) => seenBy(worker, message, [...items.filter((other) => other !== one), { ...one, item }]);
  const whole = await seen(one.item);
  assert.deepEqual([whole.failed, whole.posts.length + whole.messages.length], [0, 1]);
  let fields = 0;
  for (const { path, lacking, defaulted } of variantsOf(one.kind, one.item)) {
    fields += 1;
    const name = `${one.kind} without ${path.join('.')}`;
    const { stored, ...found } = await seen(lacking);
    if (defaulted === undefined) {
      assert.deepEqual(found, { failed: 1, posts: [], messages: [] }, name);
      assert.ok(!JSON.stringify(memory.sent).includes('"attempts_made":1'), `${name}: an attempt is recorded`);
      continue;
    }
    const got = stored();
    const { stored: expected, ...wanted } = await seen(defaulted);
    assert.deepEqual(found, wanted, name);
    assert.deepEqual(got, expected(), name);
  }
  assert.ok(fields > 1, `${fields} fields`);
};

const [{ item: delivery } = assert.fail()] = storedOf('delivery', 'pending');
const tenant = String(delivery.pk).split('/')[0] ?? '';
const inTenant = (kind: StoredKind, of: string, more: object = {}): Placed[] =>
  storedItems
    .filter((one) => one.kind === kind && String(one.item.pk).startsWith(`${of}/`))
    .map(({ item }) => ({ kind, item: { ...item, ...more } }));

describe('a delivery is claimed and sent alike without a field and with its default', () => {
  const [{ item: health } = assert.fail()] = storedOf('health', 'healthy');
  const [{ item: owner } = assert.fail()] = storedOf('tenant', 'active');
  const items: readonly Placed[] = [
    { kind: 'delivery', item: delivery },
    ...inTenant('webhook', tenant, { url }).slice(0, 1),
    ...inTenant('event', tenant),
    { kind: 'health', item: { ...health, pk: `${tenant}/${delivery.webhook_id}` } },
    { kind: 'tenant', item: { ...owner, pk: `${tenant}/tenant` } },
  ];
  const { webhook_id, id: delivery_id, attempts_made } = delivery;
  const message = { kind: 'delivery', tenant_id: tenant, webhook_id, delivery_id, attempts_made };
  for (const one of items) test(one.kind, () => withoutEach(deliver, message, one, items));
});

describe('an event is fanned out alike without a field and with its default', () => {
  const [{ item: event } = assert.fail()] = storedOf('event', 'document.updated');
  const { tenant_id, event_id, type } = eventOf(event);
  const items: readonly Placed[] = [
    { kind: 'event', item: event },
    ...inTenant('webhook-slot', tenant_id, { event_types: [type] }),
  ];
  for (const one of items) test(one.kind, () => withoutEach(fanOut, { detail: { tenant_id, event_id } }, one, items));
});
