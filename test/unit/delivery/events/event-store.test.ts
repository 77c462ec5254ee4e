import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as z from 'zod/mini';
import type { Item } from '../../../../functions/core/dynamodb/client.ts';
import { changedFrom } from '../../../../functions/core/json.ts';
import { countedIntervals } from '../../../../functions/core/limits.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { eventOf } from '../../../../functions/core/outbox/content-table.ts';
import {
  appendEvent,
  type NewEvent,
  pageOfEvents,
} from '../../../../functions/core/outbox/table.ts';
import { toEventResource } from '../../../../functions/delivery/events/schema.ts';
import { webhook } from '../../../../functions/delivery/webhooks/changes.ts';
import { noHealth } from '../../../../functions/delivery/webhooks/health-table.ts';
import { actOnWebhook } from '../../../../functions/delivery/webhooks/model.ts';
import { createWebhook } from '../../../../functions/delivery/webhooks/routes.ts';
import { CustomerCreate } from '../../../../functions/identity/customers/input.ts';
import { toCustomerResource } from '../../../../functions/identity/customers/model.ts';
import { profileOf } from '../../../../functions/identity/customers/profile.ts';
import { CustomerResource } from '../../../../functions/identity/customers/schema.ts';
import { card } from '../../../../functions/issuing/cards/changes.ts';
import { aPhysicalCard, aShipping } from '../../../helpers/fixtures/cards.ts';
import { aBusinessCustomer, anAddress, anIndividual } from '../../../helpers/fixtures/customers.ts';
import { anAppendedEvent } from '../../../helpers/fixtures/events.ts';
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import { bytesOf } from '../../../helpers/item-bytes.ts';
import { testDatabase } from '../../../helpers/test-database.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const anEvent = (over: Partial<NewEvent> = {}): NewEvent => ({
  id: idsAt(now)('event'),
  type: 'customer.updated',
  created_at: now.toISOString(),
  environment: 'sandbox',
  tenant_id: 'biz_1',
  customer_id: 'cus_1',
  resource: { id: 'cus_1', object: 'customer' },
  sequence: 2,
  data: { a: 1 },
  previous: { a: 0 },
  causation: { request_id: 'r', idempotency_key: null, actor: { type: 'api_key', id: 'key_1' } },
  ...over,
});
const itemOf = (event: NewEvent): Item => {
  const write = appendEvent(event);
  assert.ok(write.kind === 'put');
  return { ...write.item, pk: write.key.pk };
};
const storedOf = (event: NewEvent) => eventOf(itemOf(event));

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

test('the event of a customer with a whole profile is one kilobyte at most', () => {
  const tenant_id = idsAt(now)('tenant');
  const data = toCustomerResource(
    anIndividual({ tenant_id, address: anAddress(), phone: '+441632960961' }),
  );
  const actor = { type: 'api_key', id: idsAt(now)('api_key') } as const;
  const item = itemOf(
    anEvent({
      id: idsAt(now)('event'),
      tenant_id,
      type: 'customer.created',
      previous: null,
      data,
      customer_id: data.id,
      resource: { id: data.id, object: 'customer' },
      causation: { request_id: randomUUID(), idempotency_key: randomUUID(), actor },
    }),
  );
  assert.ok(bytesOf(item) <= 1_024, `${bytesOf(item)} bytes`);
});

test('an event too large to deliver is a bug that stops the change', () => {
  assert.throws(
    () => appendEvent(anEvent({ data: { a: 'x'.repeat(65_536) } })),
    /larger than 65536 bytes/,
  );
});

test('the largest customer, changed in every field, makes an event that can be delivered', () => {
  const worst = '"';
  const text = (max: number) => worst.repeat(max);
  const address = {
    line1: text(200),
    line2: text(200),
    city: text(100),
    state: text(100),
    postal_code: text(20),
  };
  const input = {
    type: 'business',
    legal_name: '𐀀'.repeat(200),
    incorporation_country: 'GB',
    registration_number: '\u{10ffff}'.repeat(100),
    website: `https://example.com/${'a'.repeat(2_000)}`,
    external_id: '\u{10ffff}'.repeat(255),
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`,
    phone: '+123456789012345',
    address,
    metadata: fullMetadata,
  };
  const profile = profileOf(z.parse(CustomerCreate, input), {
    tax_id_last4: '1234',
    tax_id_encrypted: '',
    tax_id_fingerprint: '',
  });
  const reason = { status_reason: '\u{10ffff}'.repeat(200) };
  const { type: _type, ...fields } = profile as Extract<typeof profile, { type: 'business' }>;
  const largest = toCustomerResource(aBusinessCustomer({ ...fields, ...reason }));
  assert.ok(z.safeParse(CustomerResource, largest).success);
  const previous = changedFrom(largest, toCustomerResource(anIndividual()));
  const { body } = storedOf(
    anEvent({ data: largest, previous: { ...previous, metadata: fullMetadata } }),
  );
  assert.ok(Buffer.byteLength(body) > 40_000, `${Buffer.byteLength(body)} bytes`);
});

/** Metadata of as many bytes as may be, each of them escaped. */
const fullMetadata = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [
    `${String(n).padStart(2, '0')}${'"'.repeat(38)}`,
    '"'.repeat(n < 49 ? 123 : 165),
  ]),
);

test('the largest webhook, disabled, makes an event that can be delivered', () => {
  const headers = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [
      `${String(n).padStart(2, '0')}${'a'.repeat(98)}`,
      '"'.repeat(309),
    ]),
  );
  const input = {
    url: `https://${'a'.repeat(1890)}.example.com/${'\u{ffff}'.repeat(128)}`,
    description: '\u{10ffff}'.repeat(200),
    event_types: Array.from({ length: 50 }, () => 'verification.requires_input'),
    headers,
    metadata: fullMetadata,
  };
  assert.deepEqual(createWebhook.body.safeParse(input).error?.issues, undefined);
  const encrypted = Object.fromEntries(
    Object.entries(headers).map(([name, { length }]) => [
      name,
      { encrypted: '', fingerprint: '', last4: '""""', characters: length },
    ]),
  );
  const largest = aStoredWebhook({ ...input, headers: encrypted });
  const disabled = webhook(
    actOnWebhook(largest, 'disable', '\u{10ffff}'.repeat(200), now),
    noHealth,
    now,
  );
  const [event = assert.fail()] = disabled.events;
  const { body } = storedOf(anEvent(event));
  assert.ok(Buffer.byteLength(body) > 20_000, `${Buffer.byteLength(body)} bytes`);
});

test('the largest card, changed in every field, makes an event that can be delivered', () => {
  const code = (n: number) => String(n).padStart(4, '0');
  const settings = (from: number) => ({
    nickname: '"'.repeat(100),
    spending_controls: {
      limits: ['per_authorization', 'daily', 'weekly', 'monthly', 'yearly', 'all_time'].map(
        (interval) => ({
          amount: 1_000_000_000_000,
          interval: interval as 'daily',
        }),
      ),
      allowed_categories: Array.from({ length: 1_000 }, (_, n) => code(from + n)),
      blocked_categories: [],
      allowed_countries: Array.from({ length: 250 }, () => 'GB'),
      allowed_merchants: Array.from({ length: 50 }, (_, n) => `${from + n}`.padEnd(64, '0')),
      blocked_merchants: Array.from({ length: 50 }, (_, n) => `${from + n}`.padEnd(64, '0')),
      allowed_card_presences: ['present' as const, 'not_present' as const],
      allowed_currencies: Array.from({ length: 50 }, () => 'GBP'),
      velocity_limits: countedIntervals.map((interval) => ({ count: 10_000, interval })),
    },
    metadata: fullMetadata,
  });
  const wide = '\u{10ffff}';
  const address = {
    line1: wide.repeat(200),
    line2: wide.repeat(200),
    city: wide.repeat(100),
    state: wide.repeat(100),
  };
  const shipping = aShipping({
    recipient: wide.repeat(100),
    address: anAddress({ ...address, postal_code: 'SW1Y 4LB' }),
  });
  const before = aPhysicalCard({ cardholder_name: wide.repeat(100), shipping, ...settings(0) });
  const after = { ...before, ...settings(2_000), version: 2 };
  const [event = assert.fail()] = card({ before, after, event: 'card.updated' }).events;
  assert.ok(Buffer.byteLength(storedOf(anEvent(event)).body) > 30_000);
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
