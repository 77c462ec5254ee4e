import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { foundOrder, givenUpAt, type IssuingIntent, isGivenUp } from '../../../functions/cards/order.ts';
import {
  claimIntent,
  closeIntent,
  dropIntent,
  findIntent,
  intentOf,
  openIntent,
} from '../../../functions/cards/orders-table.ts';
import { saveCard } from '../../../functions/cards/table.ts';
import { commit, StaleDecision } from '../../../functions/dynamodb/commit.ts';
import { postponed, scheduledWork, schedulePages, scheduleShards } from '../../../functions/dynamodb/scheduled-work.ts';
import type { Write } from '../../../functions/dynamodb/writes.ts';
import { idsAt } from '../../../functions/new-id.ts';
import { durations, durationsAt } from '../../helpers/durations.ts';
import { aCard, now } from '../../helpers/fixtures/cards.ts';
import { type StoreMachine, startStores } from '../../helpers/store-machine.ts';

let stores: StoreMachine;
before(async () => {
  stores = await startStores();
});
after(() => stores.stop());

const put = (...writes: readonly Write[]) =>
  commit(stores.connection, { writes, conditions: [] }, stores.workAt(now).deadline);
const newId = idsAt(now);
const anIntent = (over: Partial<IssuingIntent> = {}): IssuingIntent => ({
  tenant_id: `biz_${randomUUID()}`,
  customer_id: 'cus_1',
  operation: 'cards.create',
  path_ids: [],
  idempotency_key: 'key/1',
  request_hash: 'hash',
  card_id: newId('card'),
  cardholder_name: 'Ada King',
  destination: null,
  ordered_at: now.toISOString(),
  scheduled_at: givenUpAt(now, durations),
  standing: 'open',
  ...over,
});
const later = (ms: number) => new Date(now.getTime() + ms);
const minutes_2 = 120_000;

describe('an order', () => {
  test('is found by whoever repeats the request, and by nobody else', async () => {
    const intent = anIntent();
    await put(openIntent(intent));
    assert.deepEqual(await findIntent(stores.db, intent), intent);
    for (const other of [
      { idempotency_key: 'key' },
      { operation: 'cards.replace' },
      { path_ids: ['key'] },
      { tenant_id: 'biz_2' },
    ])
      assert.equal(await findIntent(stores.db, { ...intent, ...other }), undefined);
  });

  test('is the first one’s when two are at it at once', async () => {
    const first = anIntent();
    const second = { ...first, card_id: newId('card') };
    const done = await Promise.allSettled([put(openIntent(first)), put(openIntent(second))]);
    const stale = done.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
    assert.equal(stale.length, 1);
    assert.ok(stale[0] instanceof StaleDecision);
    const found = await findIntent(stores.db, first);
    assert.ok(found && [first.card_id, second.card_id].includes(found.card_id));
    assert.equal(foundOrder(found, 'hash', now), 'goes_on');
  });

  test('is gone on with by the same request only, and called off for another once its own is over', () => {
    assert.equal(foundOrder(anIntent(), 'hash', later(minutes_2)), 'goes_on');
    assert.throws(() => foundOrder(anIntent(), 'other', later(2_500)), {
      code: 'order_in_progress',
      details: { retry_after_seconds: 13 },
    });
    assert.throws(() => foundOrder(anIntent(), 'other', later(14_999)), { code: 'order_in_progress' });
    assert.equal(foundOrder(anIntent(), 'other', later(15_000)), 'is_called_off');
  });

  test('goes with the card that it becomes, once', async () => {
    const intent = anIntent();
    await put(openIntent(intent));
    const card = aCard({ id: intent.card_id, tenant_id: intent.tenant_id });
    await put(saveCard(card), closeIntent(intent));
    assert.equal(await findIntent(stores.db, intent), undefined);
    await assert.rejects(put(closeIntent(intent)), StaleDecision);
  });

  test('that is being voided never becomes a card, and one that did is not voided', async () => {
    const voiding = anIntent();
    await put(openIntent(voiding));
    await put(claimIntent(voiding));
    await assert.rejects(put(closeIntent(voiding)), StaleDecision);
    await assert.rejects(put(claimIntent(voiding)), StaleDecision);
    const done = anIntent();
    await put(openIntent(done));
    await put(closeIntent(done));
    await assert.rejects(put(claimIntent(done)), StaleDecision);
  });

  test('of another card under the same key is left alone', async () => {
    const old = anIntent();
    const renewed = { ...old, card_id: newId('card') };
    await put(openIntent(renewed));
    for (const write of [closeIntent(old), claimIntent(old), dropIntent(old)])
      await assert.rejects(put(write), StaleDecision);
    assert.deepEqual(await findIntent(stores.db, old), renewed);
  });

  test('is due after two minutes, and the sweeper’s hand changes nothing of it', async () => {
    const intent = anIntent();
    await put(openIntent(intent));
    const scheduledAt = async (at: Date) => {
      const moment = { now: at.toISOString(), soonest: () => at.toISOString(), helped: at.toISOString() };
      const found = await Promise.all(
        scheduleShards.map(async (shard) => {
          const pages = await Array.fromAsync(schedulePages(stores.db, shard, '', moment));
          return scheduledWork(
            stores.db,
            pages.flatMap(({ entries }) => entries),
          );
        }),
      );
      return found.flat().filter(({ item }) => item.card_id === intent.card_id);
    };
    assert.deepEqual(await scheduledAt(later(minutes_2)), []);
    const [due] = await scheduledAt(later(minutes_2 + 1));
    assert.ok(due);
    assert.equal(due.key.pk, `${intent.tenant_id}/issuing-intent`);
    assert.deepEqual(intentOf(due.item), intent);
    await put(postponed(due, later(2 * minutes_2)));
    assert.deepEqual(await scheduledAt(later(minutes_2 + 1)), []);
    const moved = { ...intent, scheduled_at: later(2 * minutes_2).toISOString() };
    assert.deepEqual(await findIntent(stores.db, intent), moved);
    assert.equal(isGivenUp(moved, later(minutes_2), durations), true);
    // Another sweep that saw it due comes too late, and so does one when the order is gone.
    await assert.rejects(put(postponed(due, later(3 * minutes_2))), StaleDecision);
    await put(closeIntent(moved));
    await assert.rejects(put(postponed(due, later(3 * minutes_2))), StaleDecision);
    assert.equal(await findIntent(stores.db, intent), undefined);
  });
});

test('an order is given up after two minutes, and never while its request may be at it', () => {
  assert.equal(isGivenUp(anIntent(), later(minutes_2 - 1), durations), false);
  assert.equal(isGivenUp(anIntent(), later(minutes_2), durations), true);
  assert.equal(isGivenUp(anIntent(), later(minutes_2 / 4), durationsAt(4)), true);
  assert.equal(isGivenUp(anIntent(), later(14_999), durationsAt(1_000)), false);
  assert.equal(isGivenUp(anIntent(), later(15_000), durationsAt(1_000)), true);
});
