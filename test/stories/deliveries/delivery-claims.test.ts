import assert from 'node:assert/strict';
import type { Database, Item } from '../../../functions/core/dynamodb/client.ts';
import { commit } from '../../../functions/core/dynamodb/commit.ts';
import { keys } from '../../../functions/core/dynamodb/keys.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import { findNoticedEvents } from '../../../functions/core/outbox/table.ts';
import { findSending } from '../../../functions/delivery/deliveries/deliver.ts';
import {
  type Delivery,
  deliveryMessage,
  newDelivery,
} from '../../../functions/delivery/deliveries/model.ts';
import { findDelivery, saveDelivery } from '../../../functions/delivery/deliveries/table.ts';
import { durations } from '../../helpers/durations.ts';
import { anAppendedEvent } from '../../helpers/fixtures/events.ts';
import { startStores } from '../../helpers/store-machine.ts';
import { claiming } from '../../helpers/stores-with-queue.ts';
import { after, test } from '../../helpers/tests.ts';

const stores = await startStores();
after(() => stores.stop());

const now = new Date('2026-08-01T00:00:00.000Z');

/** A delivery that is due, as the fan-out leaves it. */
const aDelivery = async (): Promise<Delivery> => {
  const newId = idsAt(now);
  const [tenant_id, event_id, webhook_id] = [newId('tenant'), newId('event'), newId('webhook')];
  const at = now.toISOString();
  const delivery: Delivery = {
    ...newDelivery(true, { now, durations }),
    id: newId('delivery'),
    tenant_id,
    event_id,
    event_type: 'customer.created',
    webhook_id,
    url: 'https://example.com/hook',
    last_attempt: null,
    first_trigger: 'automatic',
    created_at: at,
    updated_at: at,
    version: 1,
  };
  await make(delivery);
  return delivery;
};

const make = (delivery: Delivery): Promise<void> =>
  commit(
    stores.connection,
    { writes: [saveDelivery(delivery)], conditions: [] },
    stores.workAt(now).deadline,
  );

/** Reads that are answered when so many have been asked: each decides over the same. */
const simultaneousReads = (count: number): Database['batch'] => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let read = 0;
  return async (keys) => {
    const found = await stores.db.batch(keys);
    read += 1;
    if (read === count) resolve();
    await promise;
    return found;
  };
};

test('a delivery that several are notified of at once is claimed by one of them', async () => {
  const delivery = await aDelivery();
  const tokens = ['one', 'two', 'three'];
  const work = {
    ...stores.workAt(now),
    db: { ...stores.db, batch: simultaneousReads(tokens.length) },
  };
  const claims = await Promise.all(
    tokens.map((token) => claiming(deliveryMessage(delivery), token, work)),
  );
  const [claimed, ...more] = claims.filter((one) => one !== undefined);
  assert.ok(claimed);
  assert.deepEqual(more, []);
  assert.deepEqual(
    await findDelivery(stores.db, delivery.tenant_id, delivery.id),
    claimed.delivery,
  );
  assert.equal(claimed.delivery.version, delivery.version + 1);
});

test('a message that names the webhook of another delivery claims nothing', async () => {
  const message = { ...deliveryMessage(await aDelivery()), webhook_id: idsAt(now)('webhook') };
  assert.equal(await claiming(message, 'ours', stores.workAt(now)), undefined);
});

/** Reads that are late by as much as can be where they may be: what was written just now is not there, or as it was. */
const behind = (was: readonly Item[]): Database => ({
  ...stores.db,
  batch: (keys, late = []) =>
    keys.some(({ table }) => late.includes(table))
      ? Promise.all(
          keys.map(async ({ pk, sk }) => was.find((item) => item.pk === pk && item.sk === sk)),
        )
      : stores.db.batch(keys),
});

test('what a late read does not show, or shows as it was, is claimed all the same', async () => {
  const before = await aDelivery();
  const { tenant_id, id: delivery_id } = before;
  const was = await stores.db.batch([keys.delivery(tenant_id, delivery_id)]);
  const tried = { ...before, attempts_made: 1, version: 2 };
  const change = { writes: [saveDelivery(tried, before)], conditions: [] };
  await commit(stores.connection, change, stores.workAt(now).deadline);
  const late = { ...stores.workAt(now), db: behind(was.filter((item) => item !== undefined)) };
  // The notification of two that is out of date sees the earlier state, and gets nothing of it.
  assert.equal(await claiming(deliveryMessage(before), 'outdated', late), undefined);
  assert.equal((await claiming(deliveryMessage(tried), 'ours', late))?.delivery.version, 3);
  assert.deepEqual((await findDelivery(stores.db, tenant_id, delivery_id))?.lease?.token, 'ours');
  assert.ok(
    await claiming(deliveryMessage(await aDelivery()), 'ours', { ...late, db: behind([]) }),
  );
});

test('an event that a late read does not show is looked for again', async () => {
  const delivery = await aDelivery();
  const { tenant_id, event_id: id } = delivery;
  const writes = [anAppendedEvent({ id, tenant_id, created_at: now.toISOString() })];
  await commit(stores.connection, { writes, conditions: [] }, stores.workAt(now).deadline);
  const asked = [id, 'evt_none', id].map((event_id) => ({ tenant_id, event_id }));
  const found = await findNoticedEvents(behind([]), asked);
  assert.deepEqual(
    found.map((event) => event?.event_id),
    [id, undefined, id],
  );
  assert.equal((await findSending(behind([]), delivery)).event?.event_id, id);
});
