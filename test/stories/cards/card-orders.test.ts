import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { commit, StaleDecision } from '../../../functions/core/dynamodb/commit.ts';
import { schedule_shards } from '../../../functions/core/dynamodb/keys.ts';
import {
  postponed,
  scheduledWork,
  schedulePages,
  scheduleShards,
} from '../../../functions/core/dynamodb/scheduled-work.ts';
import type { Write } from '../../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import { cancelAbandonedOrder } from '../../../functions/issuing/cards/issue.ts';
import {
  type CardOrder,
  isAbandoned,
  isOfRequest,
} from '../../../functions/issuing/cards/order.ts';
import {
  claimOrder,
  completeOrder,
  findOrder,
  insertOrder,
  orderKey,
  orderOf,
  removeOrder,
} from '../../../functions/issuing/cards/orders-table.ts';
import { saveCard } from '../../../functions/issuing/cards/table.ts';
import { durations, durationsAt } from '../../helpers/durations.ts';
import { aCardOrder } from '../../helpers/fixtures/card-orders.ts';
import { aCard, now } from '../../helpers/fixtures/cards.ts';
import { type StoreMachine, startStores } from '../../helpers/store-machine.ts';
import { after, before, describe, test } from '../../helpers/tests.ts';

let stores: StoreMachine;
before(async () => {
  stores = await startStores();
});
after(() => stores.stop());

const put = (...writes: readonly Write[]) =>
  commit(stores.connection, { writes, conditions: [] }, stores.workAt(now).deadline);
const newId = idsAt(now);
const anOpenOrder = (over: Partial<CardOrder> = {}): CardOrder =>
  aCardOrder({
    tenant_id: `biz_${randomUUID()}`,
    card_id: newId('card'),
    idempotency_key: 'key/1',
    ...over,
  });
const later = (ms: number) => new Date(now.getTime() + ms);
const minutes_2 = 120_000;

describe('an order', () => {
  test('is found by the request that repeats it, and by no other', async () => {
    const order = anOpenOrder();
    await put(insertOrder(order));
    assert.deepEqual(await findOrder(stores.db, order), order);
    for (const other of [
      { idempotency_key: 'key' },
      { operation: 'cards.replace' },
      { path_ids: ['key'] },
      { tenant_id: 'biz_2' },
    ])
      assert.equal(await findOrder(stores.db, { ...order, ...other }), undefined);
  });

  test('is the first one’s when two are written at once', async () => {
    const first = anOpenOrder();
    const second = { ...first, card_id: newId('card') };
    const done = await Promise.allSettled([put(insertOrder(first)), put(insertOrder(second))]);
    const stale = done.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    assert.equal(stale.length, 1);
    assert.ok(stale[0] instanceof StaleDecision);
    const found = await findOrder(stores.db, first);
    assert.ok(found && [first.card_id, second.card_id].includes(found.card_id));
    assert.equal(isOfRequest(found, 'hash', now), true);
  });

  test('is continued by the same request only, and canceled for another once its request is over', () => {
    assert.equal(isOfRequest(anOpenOrder(), 'hash', later(minutes_2)), true);
    assert.throws(() => isOfRequest(anOpenOrder(), 'other', later(2_500)), {
      code: 'order_in_progress',
      details: { retry_after_seconds: 13 },
    });
    assert.throws(() => isOfRequest(anOpenOrder(), 'other', later(14_999)), {
      code: 'order_in_progress',
    });
    assert.equal(isOfRequest(anOpenOrder(), 'other', later(15_000)), false);
  });

  test('goes with the card that it becomes, once', async () => {
    const order = anOpenOrder();
    await put(insertOrder(order));
    const card = aCard({ id: order.card_id, tenant_id: order.tenant_id });
    await put(saveCard(card), completeOrder(order));
    assert.equal(await findOrder(stores.db, order), undefined);
    await assert.rejects(put(completeOrder(order)), StaleDecision);
  });

  test('that is being voided never becomes a card, and one that did is not voided', async () => {
    const canceling = anOpenOrder();
    await put(insertOrder(canceling));
    await put(claimOrder(canceling));
    await assert.rejects(put(completeOrder(canceling)), StaleDecision);
    await assert.rejects(put(claimOrder(canceling)), StaleDecision);
    const done = anOpenOrder();
    await put(insertOrder(done));
    await put(completeOrder(done));
    await assert.rejects(put(claimOrder(done)), StaleDecision);
  });

  test('of another card under the same key is left alone', async () => {
    const old = anOpenOrder();
    const renewed = { ...old, card_id: newId('card') };
    await put(insertOrder(renewed));
    for (const write of [completeOrder(old), claimOrder(old), removeOrder(old)])
      await assert.rejects(put(write), StaleDecision);
    assert.deepEqual(await findOrder(stores.db, old), renewed);
  });

  test('is due after two minutes, and the sweeper changes nothing of it', async () => {
    const order = anOpenOrder();
    await put(insertOrder(order));
    const scheduledAt = async (at: Date) => {
      const moment = {
        now: at.toISOString(),
        dueBefore: () => at.toISOString(),
        inFlightUntil: at.toISOString(),
      };
      const found = await Promise.all(
        scheduleShards(schedule_shards.min).map(async (shard) => {
          const pages = await Array.fromAsync(schedulePages(stores.db, shard, '', moment));
          return scheduledWork(
            stores.db,
            pages.flatMap(({ entries }) => entries),
          );
        }),
      );
      return found.flat().filter(({ item }) => item.card_id === order.card_id);
    };
    assert.deepEqual(await scheduledAt(later(minutes_2)), []);
    const [due] = await scheduledAt(later(minutes_2 + 1));
    assert.ok(due);
    assert.equal(due.key.pk, orderKey(order).pk);
    assert.deepEqual(orderOf(due.item), order);
    await put(postponed(due, later(2 * minutes_2)));
    assert.deepEqual(await scheduledAt(later(minutes_2 + 1)), []);
    const moved = { ...order, scheduled_at: later(2 * minutes_2).toISOString() };
    assert.deepEqual(await findOrder(stores.db, order), moved);
    assert.equal(isAbandoned(moved, later(minutes_2), durations), true);
    // Another sweep that saw it due comes too late, and so does one when the order is gone.
    await assert.rejects(put(postponed(due, later(3 * minutes_2))), StaleDecision);
    await put(completeOrder(moved));
    await assert.rejects(put(postponed(due, later(3 * minutes_2))), StaleDecision);
    assert.equal(await findOrder(stores.db, order), undefined);
  });
});

test('an order is abandoned after two minutes, and never while its request may be running', () => {
  assert.equal(isAbandoned(anOpenOrder(), later(minutes_2 - 1), durations), false);
  assert.equal(isAbandoned(anOpenOrder(), later(minutes_2), durations), true);
  assert.equal(isAbandoned(anOpenOrder(), later(minutes_2 / 4), durationsAt(4)), true);
  assert.equal(isAbandoned(anOpenOrder(), later(14_999), durationsAt(1_000)), false);
  assert.equal(isAbandoned(anOpenOrder(), later(15_000), durationsAt(1_000)), true);
});

test('an abandoned order whose card is committed at the same moment is not voided', async () => {
  const order = anOpenOrder();
  await put(insertOrder(order));
  const work = stores.workAt(later(minutes_2));
  const get: typeof work.db.get = async (key) => {
    const found = await stores.db.get(key);
    await put(completeOrder(order));
    return found;
  };
  const issuer = { void: () => assert.fail('the card is committed') };
  await cancelAbandonedOrder(order, { ...work, db: { ...work.db, get } }, issuer);
  // A message that arrives later finds no order.
  await cancelAbandonedOrder(order, work, issuer);
});
