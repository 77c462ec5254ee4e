import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import type { SQSEvent } from 'aws-lambda';
import { logger } from '../../../functions/core/logging.ts';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { noticeOf } from '../../../functions/core/outbox/model.ts';
import { aContext } from '../../helpers/lambda-context.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedOf } from '../../helpers/stored/fixtures.ts';
import {
  copies,
  deliver,
  delivery,
  fanOut,
  inTenant,
  messages,
  type Placed,
  posts,
  put,
  tables,
  tenant,
  url,
  worked,
} from '../../helpers/stored/workers.ts';

// A message about an item that cannot be read fails alone, and comes again: the others of its batch and of
// its business are worked on.

/** A copy of an item whose texts have other ids in place of its own. */
const renamed = (item: Any, ids: Readonly<Record<string, string>>): Any =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/(?:whk|dlv)_\w+/g, (id) => ids[id] ?? id) : value,
    ]),
  );

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
        ({ delivery: { pk, sk } }) => tables().find({ table: 'deliveries', pk, sk })?.status,
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
    tables().find({ table: 'outbox', pk: event.pk, sk: event.sk })?.scheduled_at !== undefined;

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
      assert.equal(tables().everything('deliveries').length, 2);
      assert.ok(isScheduled(), 'the sweeper publishes the event again');
      await put({ kind: 'webhook-slot', item: inSlot(2) });
      const Records = [{ messageId: 'again', body: JSON.stringify(message) }];
      assert.deepEqual(await fanOut({ Records } as SQSEvent, aContext()), {
        batchItemFailures: [],
      });
      assert.equal(tables().everything('deliveries').length, 3);
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
