import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { commit } from '../../functions/core/dynamodb/commit.ts';
import type { Write } from '../../functions/core/dynamodb/writes.ts';
import { saveAttempt } from '../../functions/delivery/deliveries/attempts-table.ts';
import type { Attempt } from '../../functions/delivery/deliveries/model.ts';
import {
  readDeliveryWithAttempts,
  saveDelivery,
} from '../../functions/delivery/deliveries/table.ts';
import { readWebhook, saveWebhook } from '../../functions/delivery/webhooks/table.ts';
import { readCustomer, saveCustomer } from '../../functions/identity/customers/table.ts';
import { readCard, saveCard } from '../../functions/issuing/cards/table.ts';
import { aCard, now } from '../helpers/fixtures/cards.ts';
import { anIndividual } from '../helpers/fixtures/customers.ts';
import { aStoredDelivery } from '../helpers/fixtures/deliveries.ts';
import { aStoredWebhook } from '../helpers/fixtures/webhooks.ts';
import { startStores } from '../helpers/store-machine.ts';

const stores = await startStores();
after(() => stores.stop());

const put = (writes: readonly Write[]) =>
  commit(stores.connection, { writes, conditions: [] }, stores.workAt(now).deadline);

/** Every name that means something to JavaScript, to JSON or to the SDK; each a name like any other to a business. */
const hostile = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
  ...[
    'then',
    'toJSON',
    'prototype',
    'name',
    'S',
    'N',
    'M',
    'L',
    'NULL',
    '$unknown',
    'wrapNumbers',
    'pk',
    'sk',
  ],
  ...['0', '-1', 'é', '\u{1f4a9}', '"', '\\', '.', '#', ':', 'null', 'undefined'],
];

/** A map of which every name is hostile. No literal can have all of them. */
const pairs: Readonly<Record<string, string>> = JSON.parse(
  `{${hostile.map((name) => `${JSON.stringify(name)}:${JSON.stringify(`value of ${name}`)}`).join(',')}}`,
);

const isWhole = (read: Readonly<Record<string, string>>) =>
  assert.deepEqual(Object.entries(read).toSorted(), Object.entries(pairs).toSorted());

describe('names from outside survive the store', () => {
  test('as the metadata of a customer, a card and a webhook', async () => {
    const { tenant_id, id } = anIndividual();
    const [card, webhook] = [aCard({ metadata: pairs }), aStoredWebhook({ metadata: pairs })];
    await put([
      ...saveCustomer(anIndividual({ metadata: pairs })),
      saveCard(card),
      ...saveWebhook(webhook),
    ]);
    isWhole((await readCustomer(stores.db, tenant_id, id)).metadata);
    isWhole((await readCard(stores.db, tenant_id, card.id)).metadata);
    isWhole((await readWebhook(stores.db, tenant_id, webhook.id)).webhook.metadata);
  });

  test('as headers of a request and of an answer', async () => {
    const delivery = aStoredDelivery({ attempts_made: 1 });
    const attempt: Attempt = {
      number: 1,
      trigger: 'automatic',
      started_at: now.toISOString(),
      duration_ms: 7,
      next_attempt_at: null,
      timings: { dns_ms: null, connect_ms: 1, tls_ms: 2, first_byte_ms: 3 },
      remote_address: '192.0.2.1',
      error: null,
      secret_versions: [1],
      request: { headers: pairs },
      response: { status: 200, headers: pairs, body: 'ok', body_bytes: 2, body_sha256: '00' },
    };
    await put([saveDelivery(delivery), saveAttempt(delivery, attempt)]);
    const { attempts } = await readDeliveryWithAttempts(stores.db, delivery.tenant_id, delivery.id);
    isWhole(attempts[0]?.request.headers ?? {});
    isWhole(attempts[0]?.response?.headers ?? {});
    assert.deepEqual(
      { ...attempts[0], request: 0, response: 0 },
      { ...attempt, request: 0, response: 0 },
    );
  });
});
