import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Delivery, newDelivery } from '../../functions/domain/deliveries/delivery.ts';
import { commit, StaleDecision } from '../../functions/store/commit.ts';
import type { Database } from '../../functions/store/database.ts';
import { findDelivery, saveDelivery } from '../../functions/store/deliveries/deliveries.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { claim } from '../../functions/workers/claim-delivery.ts';
import { startStores } from '../helpers/store-machine.ts';

const stores = await startStores();
after(() => stores.stop());

const now = new Date('2026-08-01T00:00:00.000Z');

/** A delivery that is due, as the fan-out leaves it. */
const aDelivery = async (): Promise<Delivery> => {
  const newId = idsAt(now);
  const [tenant_id, event_id, webhook_id] = [newId('tenant'), newId('event'), newId('webhook')];
  const at = now.toISOString();
  const delivery: Delivery = {
    ...newDelivery(true, { now, waitDivisor: 1 }),
    ...{ id: newId('delivery'), tenant_id, event_id, event_type: 'customer.created', webhook_id },
    ...{ url: 'https://example.com/hook', last_attempt: null, first_trigger: 'automatic' },
    ...{ created_at: at, updated_at: at, version: 1 },
  };
  await make(delivery);
  return delivery;
};

const make = (delivery: Delivery): Promise<void> =>
  commit(stores.connection, { writes: [saveDelivery(delivery)], facts: [] }, stores.workAt(now).deadline);

/** Reads that are answered when so many have been asked: whoever decides has seen the same. */
const readTogether = (count: number): Database['batch'] => {
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

test('a delivery that several are woken for at once is claimed by one of them', async () => {
  const delivery = await aDelivery();
  const { tenant_id, id: delivery_id, webhook_id, attempts_made } = delivery;
  const tokens = ['one', 'two', 'three'];
  const work = { ...stores.workAt(now), db: { ...stores.db, batch: readTogether(tokens.length) } };
  const claims = await Promise.all(
    tokens.map((token) => claim({ tenant_id, delivery_id, webhook_id, attempts_made }, token, work)),
  );
  const [claimed, ...more] = claims.filter((one) => one !== undefined);
  assert.ok(claimed);
  assert.deepEqual(more, []);
  assert.deepEqual(await findDelivery(stores.db, tenant_id, delivery_id), claimed.delivery);
  assert.equal(claimed.delivery.version, delivery.version + 1);
});

test('a delivery is made once, however often its event is told of, and stays as it has become', async () => {
  const delivery = await aDelivery();
  const { tenant_id, id } = delivery;
  await assert.rejects(make({ ...delivery, url: 'https://example.com/another' }), StaleDecision);
  assert.deepEqual(await findDelivery(stores.db, tenant_id, id), delivery);
});
