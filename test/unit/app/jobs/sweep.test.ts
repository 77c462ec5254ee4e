import assert from 'node:assert/strict';
import { deadLetterShard, keys } from '../../../../functions/core/dynamodb/keys.ts';
import {
  in_flight_max,
  scheduled_items_max,
  scheduledAtOf,
  scheduleFields,
} from '../../../../functions/core/dynamodb/scheduled-work.ts';
import { isNew, type Write } from '../../../../functions/core/dynamodb/writes.ts';
import {
  aDueDelivery,
  ago,
  anUnconfirmedEvent,
  kindsOfAll,
  minute_ms,
  oneOfEach,
  shards_used,
} from '../../../helpers/due.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { sweeping } from '../../../helpers/sweeping.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** Sorts before every business of the tests that is quiet, and has waited longer. */
const loud = 'biz_0loud';
const quiet = 'biz_quiet';

const many = (count: number, make: (n: number) => Write): Write[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe('the first sweep', () => {
  test('notifies every kind of work of a business beside five hundred scheduled items of another in two shards', async () => {
    const { sweep, of } = sweeping([
      ...many(500, (n) => aDueDelivery(loud, 60 * minute_ms + n)),
      ...oneOfEach(quiet),
    ]);
    await sweep();
    assert.equal(of(quiet).length, kindsOfAll);
    assert.deepEqual([...new Set(of(quiet).map(({ queue_name }) => queue_name))].toSorted(), [
      'bus',
      'cards',
      'deliver',
      'documents',
      'identity',
    ]);
  });

  test('notifies them beside 250 events of another that no fan-out confirms', async () => {
    const { sweep, of } = sweeping([
      ...many(250, () => anUnconfirmedEvent(loud, ago(60 * minute_ms))),
      ...oneOfEach(quiet),
    ]);
    await sweep();
    assert.equal(of(quiet).length, kindsOfAll);
  });

  test('reads past what waits for later, however much it is', async () => {
    const later = many(1_200, (n) => aDueDelivery(loud, -minute_ms - n));
    const { sweep, sent, asked } = sweeping([...later, ...oneOfEach(quiet)]);
    await sweep();
    assert.equal(sent.length, kindsOfAll);
    // Every shard once and once more where it notified something, and a page more for each of the crowded.
    assert.ok(asked().queries <= 48 + kindsOfAll + 2 * shards_used, `${asked().queries} queries`);
  });

  test('notifies each once however far its index lags behind its own writes', async () => {
    const event = anUnconfirmedEvent(quiet);
    const { sweep, sent, db } = sweeping([event, ...oneOfEach(quiet)], {
      read_ms: 100,
      lags: true,
    });
    await sweep();
    assert.equal(sent.length, kindsOfAll + 1);
    assert.equal((await db.get(event.key))?.sweeps, 1);
    await sweep();
    assert.equal(sent.length, kindsOfAll + 1);
  });
});

describe('a business whose work stands still', () => {
  test('never has more messages in flight than its share, and goes on when they are answered', async () => {
    const { sweep, sent, give } = sweeping(many(500, () => aDueDelivery(loud)));
    await sweep();
    const share = in_flight_max * shards_used;
    assert.equal(sent.length, share);
    await sweep(1);
    assert.equal(sent.length, share);
    // Its workers leased all of them.
    for (const { body } of sent)
      give({ kind: 'delete', key: keys.delivery(loud, idOf(body)), when: isNew });
    await sweep(2);
    assert.equal(sent.length, 2 * share);
  });

  test('is notified again when a message did not help, ever more rarely', async () => {
    const { sweep, sent } = sweeping([aDueDelivery(loud)]);
    const notified: number[] = [];
    for (let minutes = 0; minutes <= 60; minutes += 1) {
      await sweep(minutes);
      notified.push(sent.length);
    }
    const at = notified.flatMap((count, minutes) =>
      count > (notified[minutes - 1] ?? 0) ? [minutes] : [],
    );
    assert.deepEqual(at, [0, 3, 9, 20, 41]);
  });

  test('has its newer work notified although what was notified before never gets done', async () => {
    const { sweep, sent, give } = sweeping(many(250, () => aDueDelivery(loud)));
    for (let minutes = 0; minutes < 30; minutes += 3) await sweep(minutes);
    const newer = aDueDelivery(loud, -30 * minute_ms);
    give(newer);
    for (let minutes = 31; minutes <= 33; minutes += 1) await sweep(minutes);
    assert.ok(sent.some(({ body }) => newer.key.pk.endsWith(idOf(body))));
  });
});

describe('a sweep without time for everything', () => {
  test('goes on where the last one had to stop: every business has its turn within two', async () => {
    const crowd = Array.from({ length: 40 }, (_, n) => `biz_${n}crowd`);
    const { sweep, of } = sweeping(
      [...crowd.flatMap((tenant) => many(40, () => aDueDelivery(tenant))), ...oneOfEach(quiet)],
      { read_ms: 1_000 },
    );
    const { left } = await sweep(0, 25_000);
    assert.ok(left);
    // A sweep that started over would not come to the end either.
    await sweep(1, 35_000);
    assert.equal(of(quiet).length, kindsOfAll);
    for (const tenant of crowd)
      assert.ok(of(tenant).length >= 16, `${tenant}: ${of(tenant).length}`);
  });
});

test('a shard that takes longer than several sweeps have is gone through to its end', async () => {
  const id = (n: number) => `dlv_${String(n).padStart(5, '0')}5`;
  const crowd = many(2_000, (n) => aDueDelivery(`biz_0crowd${n % 20}`, minute_ms, id(n)));
  const { sweep, of } = sweeping([...crowd, aDueDelivery(quiet, minute_ms, id(2_000))], {
    read_ms: 1_000,
  });
  for (let sweeps = 0; of(quiet).length === 0; sweeps += 1) {
    assert.ok(sweeps < 15, 'it never comes to the end');
    await sweep(0, 5_000);
  }
});

describe('nothing is notified', () => {
  test('for an event that its fan-out has had no minute for', async () => {
    const events = [59_000, 61_000].map((ms) => anUnconfirmedEvent(quiet, ago(ms)));
    const { sweep, sent } = sweeping(events);
    await sweep();
    assert.deepEqual(
      sent.map(
        ({ body }) => 'event_id' in body && events[1]?.key.pk.endsWith(String(body.event_id)),
      ),
      [true],
    );
  });

  test('for what another worker leased meanwhile', async () => {
    const [taken, left] = [aDueDelivery(quiet), aDueDelivery(quiet)];
    const { sweep, sent, faster } = sweeping([taken, left]);
    faster.add(taken.key.pk);
    await sweep();
    assert.deepEqual(
      sent.map(({ body }) => idOf(body)),
      [left.key.pk.split('/')[1]],
    );
  });

  test('in a table that takes no writes, which is tried no further', async () => {
    const { sweep, sent, broken, saves } = sweeping(many(100, () => aDueDelivery(quiet)));
    broken.add('every write');
    await sweep();
    assert.equal(sent.length, 0);
    assert.ok(saves.length <= scheduled_items_max, `${saves.length} writes were tried`);
  });

  test('by a bus that rejects an event, which is logged', async () => {
    const { sweep, broken } = sweeping([anUnconfirmedEvent(quiet)]);
    broken.add('an event');
    const { failures, notified } = await sweep();
    assert.deepEqual([failures.length, notified], [1, 0]);
  });
});

describe('what cannot be notified', () => {
  test('because its queue or its table is down holds up nothing else, and is notified when that is back', async () => {
    const { sweep, of, broken } = sweeping(oneOfEach(quiet));
    broken.add('cards').add('outbox');
    const { failures } = await sweep();
    assert.deepEqual(
      of(quiet)
        .map(({ queue_name }) => queue_name)
        .toSorted(),
      ['deliver', 'deliver', 'documents', 'identity'],
    );
    assert.equal(failures.length, 2);
    broken.clear();
    await sweep(3);
    assert.equal(
      of(quiet).filter(({ queue_name }) => ['cards', 'bus'].includes(queue_name)).length,
      3,
    );
  });

  test('because it cannot be written holds up nothing else', async () => {
    const bad = aDueDelivery(loud);
    const { sweep, of, broken } = sweeping([bad, ...oneOfEach(quiet)]);
    broken.add(bad.key.pk);
    const { failures } = await sweep();
    assert.deepEqual(
      [of(quiet).length, of(loud).length, failures.length > 0],
      [kindsOfAll, 0, true],
    );
  });

  test('because its kind is unknown is logged, postponed, and holds up nothing else', async () => {
    const key = { table: 'resources', pk: `${quiet}/audit`, sk: 'aud_1' } as const;
    const strange: Write = {
      kind: 'put',
      key,
      item: scheduleFields(key, 'aud_1', ago(1).toISOString()),
      when: isNew,
    };
    const { sweep, of, db } = sweeping([strange, ...oneOfEach(quiet)]);
    assert.deepEqual((await sweep()).unknown, [{ ...key, placed: true }]);
    assert.equal(of(quiet).length, kindsOfAll);
    assert.equal(
      scheduledAtOf((await db.get(key)) ?? {}),
      new Date(now.getTime() + 150_000).toISOString(),
    );
    assert.deepEqual((await sweep(1)).unknown, []);
  });

  test('because its fan-out never ends is dead-lettered after seven hours, where an operator finds it', async () => {
    const event = anUnconfirmedEvent(loud);
    const { sweep, sent, db } = sweeping([event]);
    let minutes = 0;
    for (; (await sweep(minutes)).deadLettered === 0; minutes += 5) assert.ok(minutes < 24 * 60);
    assert.ok(minutes > 6 * 60, `${minutes} minutes`);
    assert.equal((await db.get(event.key))?.schedule_shard, deadLetterShard);
    const tries = sent.length;
    await sweep(minutes + 24 * 60);
    assert.deepEqual([tries, sent.length], [12, 12]);
  });

  test('but events alone is never dead-lettered', async () => {
    const { sweep, sent } = sweeping([aDueDelivery(loud)]);
    for (let hours = 0; hours < 30; hours += 1)
      assert.equal((await sweep(hours * 61)).deadLettered, 0);
    assert.equal(sent.length, 30);
  });
});

test('a turn is a part of what may be in flight', () => {
  assert.ok(scheduled_items_max < in_flight_max);
});

const idOf = (body: object): string => ('delivery_id' in body ? String(body.delivery_id) : '');
