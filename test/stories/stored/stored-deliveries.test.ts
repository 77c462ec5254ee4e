import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, describe, mock, test } from 'node:test';
import { KMSClient } from '@aws-sdk/client-kms';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { tableName } from '../../../functions/core/dynamodb/client.ts';
import { logger } from '../../../functions/core/logging.ts';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { noticeOf } from '../../../functions/core/outbox/model.ts';
import { aContext } from '../../helpers/lambda-context.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { bodyOf } from '../../helpers/receiver.ts';
import { variantsOf } from '../../helpers/stored/fields.ts';
import { storedItems, storedOf } from '../../helpers/stored/fixtures.ts';
import { decryptedByKept } from '../../helpers/stored/kept-keys.ts';
import { type StoredKind, storedKinds } from '../../helpers/stored/kinds.ts';
import { kindReaders } from '../../helpers/stored/readers.ts';
import { testDatabase } from '../../helpers/test-database.ts';

// An item of a release that lacks one of its fields is fanned out and delivered as with the field's
// default. Where an item cannot be read without the field, the message fails, so that it comes
// again, and nothing is sent.

Object.assign(process.env, {
  ENVIRONMENT: 'sandbox',
  WEBHOOK_TARGETS: 'loopback_too',
  AWS_REGION: 'eu-west-1',
});
logger.setLogLevel('SILENT');
const posts: Any[] = [];
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
after(() => endpoint.close());
const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`;

let memory = testDatabase();
const messages: Any[] = [];
/** The webhooks that are copies, with what they are copies of: secrets are encrypted for those. */
const copies = new Map<string, string>();
const client = () => memory.connection.client;
mock.method(DynamoDBDocumentClient.prototype, 'send', (command: never, options: never) =>
  client().send(command, options),
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
const { handler: fanOut } = await import('../../../functions/app/jobs/fan-out-event.ts');
const { handler: deliver } = await import('../../../functions/app/jobs/deliver-webhook.ts');

type Placed = { readonly kind: StoredKind; readonly item: Any };
type Worker = typeof deliver;

/** The result of a worker for a message where these items are stored. */
const seenBy = async (worker: Worker, message: object, items: readonly Placed[]) => {
  const began = new Date().toISOString();
  memory = testDatabase();
  for (const { kind, item } of items)
    await client().send(
      new PutCommand({ TableName: tableName(storedKinds[kind].table), Item: item }),
    );
  for (const some of [posts, messages]) some.length = 0;
  const event = { Records: [{ messageId: 'm', body: JSON.stringify(message) }] } as SQSEvent;
  const { batchItemFailures } = await worker(event, aContext());
  const made = { failed: batchItemFailures.length, posts: [...posts], messages: [...messages] };
  return {
    ...made,
    stored: () => stable([memory.everything('deliveries'), items.map(left)], began),
  };
};

const left = ({ kind, item: { pk, sk } }: Placed) => {
  const [found, known] = [
    memory.find({ table: storedKinds[kind].table, pk, sk }),
    kindReaders[kind],
  ];
  return found && known ? known.reader(known.contentOf(found)) : found;
};

/** Without what differs from one attempt to the next. */
const stable = (value: unknown, began: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one) => {
      if (
        /^(duration_ms|timings|token|date|headers|first_attempt|expires_at_s|schedule_shard)$/.test(
          name,
        )
      )
        return 'new';
      return typeof one === 'string' && /\d{4}-.*Z$/.test(one) && one.slice(-24) >= began
        ? 'new'
        : one;
    }),
  );

const withoutEach = async (
  worker: Worker,
  message: object,
  one: Placed,
  items: readonly Placed[],
) => {
  const seen = (item: Any) =>
    seenBy(worker, message, [...items.filter((other) => other !== one), { ...one, item }]);
  const whole = await seen(one.item);
  assert.deepEqual([whole.failed, whole.posts.length + whole.messages.length], [0, 1]);
  let fields = 0;
  for (const { path, lacking, defaulted } of variantsOf(one.kind, one.item)) {
    fields += 1;
    const name = `${one.kind} without ${path.join('.')}`;
    const { stored, ...found } = await seen(lacking);
    if (defaulted === undefined) {
      assert.deepEqual(found, { failed: 1, posts: [], messages: [] }, name);
      assert.ok(
        !JSON.stringify(memory.sent).includes('"attempts_made":1'),
        `${name}: an attempt is recorded`,
      );
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
  const { tenant_id, type } = eventOf(event);
  const items: readonly Placed[] = [
    { kind: 'event', item: event },
    ...inTenant('webhook-slot', tenant_id, { event_types: [type] }).slice(0, 1),
  ];
  for (const one of items)
    test(one.kind, () => withoutEach(fanOut, { detail: noticeOf(event) }, one, items));
});

/** A copy of an item whose texts have other ids in place of its own. */
const renamed = (item: Any, ids: Readonly<Record<string, string>>): Any =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/(?:whk|dlv)_\w+/g, (id) => ids[id] ?? id) : value,
    ]),
  );

const worked = async (worker: Worker, bodies: readonly object[], items: readonly Placed[]) => {
  memory = testDatabase();
  for (const { kind, item } of items)
    await client().send(
      new PutCommand({ TableName: tableName(storedKinds[kind].table), Item: item }),
    );
  for (const some of [posts, messages]) some.length = 0;
  const Records = bodies.map((body, nth) => ({ messageId: `m${nth}`, body: JSON.stringify(body) }));
  const { batchItemFailures } = await worker({ Records } as SQSEvent, aContext());
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

describe('an unreadable item fails its own message', () => {
  const error = mock.method(logger, 'error');
  const alarms = () =>
    error.mock.calls
      .map(({ arguments: [event] }) => String(event))
      .filter((event) => event.startsWith('stored'));
  beforeEach(() => error.mock.resetCalls());
  const [{ item: webhook } = assert.fail()] = inTenant('webhook', tenant, { url });
  const [{ item: health } = assert.fail()] = storedOf('health', 'healthy');
  const [{ item: owner } = assert.fail()] = storedOf('tenant', 'active');
  const tenantItem: Placed = { kind: 'tenant', item: { ...owner, pk: `${tenant}/tenant` } };
  /** A delivery with a webhook and a health of its own. */
  const alone = (nth: number) => {
    const [webhook_id, id] = [
      `${webhook.id.slice(0, -1)}${nth}`,
      `${delivery.id.slice(0, -1)}${nth}`,
    ];
    copies.set(webhook_id, webhook.id);
    const ids = { [delivery.webhook_id]: webhook_id, [webhook.id]: webhook_id, [delivery.id]: id };
    return {
      message: {
        kind: 'delivery',
        tenant_id: tenant,
        webhook_id,
        delivery_id: id,
        attempts_made: 0,
      },
      delivery: renamed(delivery, ids),
      health: { ...health, pk: `${tenant}/${webhook_id}` },
      webhook: renamed(webhook, ids),
    };
  };

  for (const [name, breaking] of [
    [
      'a delivery',
      ({ delivery: { event_type, ...rest }, ...others }: Any) => ({ ...others, delivery: rest }),
    ],
    ['a health', ({ health: { state, ...rest }, ...others }: Any) => ({ ...others, health: rest })],
    [
      'a webhook',
      ({ webhook: { url: _, ...rest }, ...others }: Any) => ({ ...others, webhook: rest }),
    ],
  ] as const)
    test(`${name}: the others of the batch are sent`, async () => {
      const all = [1, 2, 3].map((nth) => (nth === 2 ? breaking(alone(nth)) : alone(nth)));
      const items = all.flatMap((one): Placed[] => [
        { kind: 'delivery', item: one.delivery },
        { kind: 'health', item: one.health },
        { kind: 'webhook', item: one.webhook },
      ]);
      const failed = await worked(
        deliver,
        all.map(({ message }) => message),
        [...items, ...inTenant('event', tenant), tenantItem],
      );
      assert.deepEqual(failed, ['m1']);
      assert.deepEqual(alarms(), ['stored_item_unreadable']);
      assert.equal(posts.length, 2);
      const left = all.map(
        ({ delivery: { pk, sk } }) => memory.find({ table: 'deliveries', pk, sk })?.status,
      );
      assert.deepEqual(left, ['succeeded', 'pending', 'succeeded']);
    });
});

describe('an unreadable subscription stops no other of its business', () => {
  const [{ item: event } = assert.fail()] = storedOf('event', 'document.updated');
  const { tenant_id, type } = eventOf(event);
  const [{ item: slot } = assert.fail()] = inTenant('webhook-slot', tenant_id, {
    event_types: [type],
  });
  const inSlot = (nth: number) => ({
    ...slot,
    sk: `0${nth}`,
    webhook_id: `${slot.webhook_id.slice(0, -1)}${nth}`,
  });
  const message = { detail: noticeOf(event) };
  const isScheduled = () =>
    memory.find({ table: 'outbox', pk: event.pk, sk: event.sk })?.scheduled_at !== undefined;

  for (const field of ['event_types', 'created_at', 'status', 'url', 'webhook_id'])
    test(`without ${field}: the others get their deliveries, and the event comes again until it is repaired`, async () => {
      const slots = [1, 2, 3].map((nth): Placed => ({ kind: 'webhook-slot', item: inSlot(nth) }));
      const { [field]: _, ...lacking } = inSlot(2);
      const broken = slots.map((one, nth): Placed => (nth === 1 ? { ...one, item: lacking } : one));
      const scheduled = { ...event, scheduled_at: `${tenant_id}/event/2026-11-28T00:00:00.000Z` };
      const failed = await worked(
        fanOut,
        [message],
        [{ kind: 'event', item: scheduled }, ...broken],
      );
      assert.deepEqual(failed, ['m0']);
      const own = [inSlot(1), inSlot(3)].map(({ webhook_id }) => webhook_id);
      assert.deepEqual(messages.map(({ webhook_id }) => webhook_id).toSorted(), own);
      assert.equal(memory.everything('deliveries').length, 2);
      assert.ok(isScheduled(), 'the sweeper publishes the event again');
      const repaired = new PutCommand({ TableName: tableName('resources'), Item: inSlot(2) });
      await client().send(repaired);
      const Records = [{ messageId: 'again', body: JSON.stringify(message) }];
      assert.deepEqual(await fanOut({ Records } as SQSEvent, aContext()), {
        batchItemFailures: [],
      });
      assert.equal(memory.everything('deliveries').length, 3);
      assert.ok(!isScheduled(), 'the event is confirmed');
    });

  test('another business of the batch is not concerned', async () => {
    const { url: _, ...lacking } = inSlot(1);
    const other = {
      ...message,
      detail: { ...message.detail, tenant_id: 'biz_01kyyyyyyyyyyyyyyyyyyyyyyy' },
    };
    const items: Placed[] = [
      { kind: 'event', item: event },
      { kind: 'webhook-slot', item: lacking },
    ];
    assert.deepEqual(await worked(fanOut, [other, message, { detail: null }, {}], items), [
      'm1',
      'm2',
      'm3',
    ]);
  });
});
