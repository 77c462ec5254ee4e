import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { changedFrom } from '../../../../functions/core/json.ts';
import { countedIntervals } from '../../../../functions/core/limits.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { appendEvent } from '../../../../functions/core/outbox/table.ts';
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
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import { bytesOf } from '../../../helpers/item-bytes.ts';
import { anEvent, itemOf, now, storedOf } from '../../../helpers/stored-events.ts';
import { test } from '../../../helpers/tests.ts';

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
