import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { eventOf } from '../../../../functions/core/outbox/content-table.ts';
import { appendEvent, pageOfEvents } from '../../../../functions/core/outbox/table.ts';
import { toEventResource } from '../../../../functions/delivery/events/schema.ts';
import { anAppendedEvent } from '../../../helpers/fixtures/events.ts';
import { anEvent, itemOf, now, storedOf } from '../../../helpers/stored-events.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { test } from '../../../helpers/tests.ts';

test('events wait for their fan-out in sixteen shards, as many in each', () => {
  const counts = new Map<unknown, number>();
  for (const character of '0123456789abcdefghjkmnpqrstvwxyz') {
    const { schedule_shard } = itemOf(anEvent({ id: `evt_01jd5fq7k9e8xv3m2n4p6r8t0${character}` }));
    counts.set(schedule_shard, (counts.get(schedule_shard) ?? 0) + 1);
  }
  assert.deepEqual([counts.size, ...new Set(counts.values())], [16, 2]);
});

test('an event is found by its tenant, its customer and its resource, and lives 400 days', () => {
  const event = anEvent();
  const { tenant_key, customer_key, resource_key, expires_at_s } = itemOf(
    anEvent({ resource: { id: 'card_1', object: 'card' } }),
  );
  assert.deepEqual(
    [tenant_key, customer_key, resource_key],
    ['biz_1/event', 'biz_1/cus_1', 'biz_1/card_1'],
  );
  assert.equal(expires_at_s, Math.floor(now.getTime() / 1000) + 400 * 86_400);
  assert.ok(!Object.hasOwn(itemOf(anEvent({ customer_id: null })), 'customer_key'));
  assert.equal(appendEvent(event).key.pk, `biz_1/${event.id}`);
});

test('an event is read as it was appended, to the byte of its body', () => {
  const causation = {
    ...anEvent().causation,
    idempotency_key: 'key\n"1"',
    key_thumbprint: 'thumb',
  };
  const event = anEvent({ data: { text: 'Zoë\n\u2028𐀀', b: '1', 2: '2' }, causation });
  const { id, type, created_at, environment, tenant_id, data, previous, sequence, ...kept } = event;
  const envelope = { id, type, timestamp: created_at, sequence, environment, tenant_id };
  const body = JSON.stringify({ ...envelope, data, previous });
  assert.deepEqual(storedOf(event), {
    ...kept,
    event_id: id,
    type,
    created_at,
    tenant_id,
    sequence,
    body,
  });
});

test('an event with another key than it was stored with cannot be read, instead of being read wrongly', () => {
  const damaged = { name: 'UnreadableItem', message: /has a damaged content$/ };
  const item = itemOf(anEvent());
  const [other, resource_key] = [idsAt(now)('event'), 'biz_1/cus_2'];
  for (const wrong of [
    { event_id: other },
    { created_at: '' },
    { resource_key },
    { pk: `biz_2/${other}` },
  ])
    assert.throws(() => eventOf({ ...item, ...wrong }), damaged, JSON.stringify(wrong));
  const content = Uint8Array.from(item.content as Uint8Array).with(40, 0);
  assert.throws(() => eventOf({ ...item, content }), damaged);
});

test('bytes that were stored once can be read by every later version: a changed dictionary loses all events', () => {
  const item = {
    pk: 'biz_1/evt_1',
    event_id: 'evt_1',
    type: 'customer.created',
    created_at: '2026-11-26T19:00:00.000Z',
    resource_key: 'biz_1/cus_1',
    content: Buffer.from(
      'eLvqqKIhq8aiCeT7otTi/NIiUFgSDBbi00oRtsQC9Rbh5GKoVFtby4WWaGBRl5dfAtIWlX94tVJtLQB6tEhD',
      'base64',
    ),
  };
  assert.deepEqual(eventOf(item), {
    event_id: 'evt_1',
    type: 'customer.created',
    created_at: '2026-11-26T19:00:00.000Z',
    tenant_id: 'biz_1',
    customer_id: 'cus_1',
    resource: { id: 'cus_1', object: 'customer' },
    sequence: 1,
    causation: { request_id: 'r', idempotency_key: null, actor: { type: 'api_key', id: 'key_1' } },
    body: '{"id":"evt_1","data":{"note":"Zoë"}}',
  });
});

test('the events of a customer are its own and those of what it has, newest first, each once', async () => {
  const tenant_id = idsAt(now)('tenant');
  const [own, other] = [idsAt(now)('customer'), idsAt(now)('customer')];
  const all = Array.from({ length: 60 }, (_, nth) => {
    const at = new Date(now.getTime() + nth);
    const customer_id = nth % 5 === 4 ? other : own;
    const resource =
      nth % 2 === 0
        ? { id: customer_id, object: 'customer' }
        : { id: idsAt(at)('card'), object: 'card' };
    const made = {
      id: idsAt(at)('event'),
      created_at: at.toISOString(),
      tenant_id,
      customer_id,
      resource,
    };
    return anAppendedEvent({ ...made, type: nth % 3 === 0 ? 'card.updated' : 'customer.updated' });
  });
  const { db } = testDatabase(all);
  const listed = async (type?: string) => {
    const ids: string[] = [];
    for (let below: string | undefined; ; ) {
      const { items, next } = await pageOfEvents(
        db,
        tenant_id,
        { customer_id: own, type },
        { limit: 7, below },
      );
      ids.push(...items.map(({ event_id }) => event_id));
      if (next === null) return ids;
      below = next;
    }
  };
  const expected = all
    .map(({ item, key }) => eventOf({ ...item, pk: key.pk }))
    .filter((one) => one.customer_id === own);
  const idsOf = (type?: string) =>
    expected
      .filter((one) => type === undefined || one.type === type)
      .map(({ event_id }) => event_id);
  assert.deepEqual(await listed(), idsOf().toReversed());
  assert.deepEqual(await listed('card.updated'), idsOf('card.updated').toReversed());
});

test('an event shows the key of its request with digits masked that could be a card number', () => {
  for (const [key, shown] of [
    ['order-4242424242424242', 'order-************4242'],
    ['1764350000000-7', '1764350000000-7'],
    [null, null],
  ] as const) {
    const causation = {
      request_id: 'r',
      idempotency_key: key,
      actor: { type: 'api_key', id: 'key_1' },
    } as const;
    const created_at = '2026-11-20T15:04:05.123Z';
    const { key: at, item } = anAppendedEvent({
      id: 'evt_1',
      tenant_id: 'biz_1',
      created_at,
      causation,
    });
    const event = eventOf({ ...item, pk: at.pk, sk: at.sk });
    assert.deepEqual(event.causation, causation);
    assert.deepEqual(toEventResource(event).causation, { ...causation, idempotency_key: shown });
  }
});
