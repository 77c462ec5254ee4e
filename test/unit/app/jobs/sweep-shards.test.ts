import assert from 'node:assert/strict';
import { shardOf } from '../../../../functions/core/dynamodb/keys.ts';
import type { Write } from '../../../../functions/core/dynamodb/writes.ts';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { aDueDelivery, minute_ms } from '../../../helpers/due.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { sweeping } from '../../../helpers/sweeping.ts';
import { afterEach, describe, test } from '../../../helpers/tests.ts';

const quiet = 'biz_quiet';
const randomId = idsAt(now);
const many = (count: number, make: (n: number) => Write): Write[] =>
  Array.from({ length: count }, (_, n) => make(n));

describe('the shards of scheduled work', () => {
  afterEach(() => {
    delete process.env.SCHEDULE_SHARDS;
  });
  const writtenWith = (shards: number, count = 200): Write[] => {
    process.env.SCHEDULE_SHARDS = String(shards);
    return many(count, () => aDueDelivery(quiet, minute_ms, randomId('delivery')));
  };
  const sweptBy = async (shards: number, writes: readonly Write[]) => {
    process.env.SCHEDULE_SHARDS = String(shards);
    const { sweep, sent } = sweeping(writes);
    const memory = { left: null, wide_at: now.getTime() };
    const sweepsAt = async (minutes: number) => {
      for (let before = -1; before < sent.length; )
        [before] = [sent.length, await sweep(minutes, 44_000, memory)];
      return new Set(sent.map(({ body }) => idOf(body))).size;
    };
    return { sweepsAt, memory };
  };

  test('are filled evenly, and a higher count splits each into two', () => {
    const ids = many(6_400, () => aDueDelivery(quiet, 0, randomId('delivery'))).map(
      ({ key }) => key.pk,
    );
    for (const count of [16, 32, 64]) {
      const filled = Object.values(Object.groupBy(ids, (id) => shardOf(id, count)));
      assert.equal(filled.length, count);
      assert.ok(
        filled.every((each = []) => each.length > 3_200 / count && each.length < 9_600 / count),
        `${count}`,
      );
    }
    for (const id of ids)
      assert.equal((Number(shardOf(id, 64)) % 32) % 16, Number(shardOf(id, 16)));
  });

  test('are all walked each minute where a sweeper has the new count before what writes', async () => {
    assert.equal(await (await sweptBy(64, writtenWith(16))).sweepsAt(1), 200);
  });

  test('that a sweeper does not know are walked within the hour, also after the count was lowered', async () => {
    const writes = writtenWith(64);
    const known = writes.filter(
      (write) => write.kind === 'put' && Number(write.item.schedule_shard) < 16,
    ).length;
    const { sweepsAt, memory } = await sweptBy(16, writes);
    assert.ok(known > 0 && known < 100);
    assert.equal(await sweepsAt(1), known);
    assert.equal(await sweepsAt(60), 200);
    assert.equal(memory.wide_at, now.getTime() + 60 * minute_ms);
  });

  test('are all walked by the first sweep of a process, and again where it had no time or failed', async () => {
    const { sweep, sent, broken } = sweeping(writtenWith(64), { read_ms: 1_000 });
    process.env.SCHEDULE_SHARDS = '16';
    const memory = { left: null, wide_at: Number.NEGATIVE_INFINITY };
    broken.add('outbox');
    await sweep(0, 44_000, memory);
    await sweep(1, 900_000, memory);
    assert.equal(memory.wide_at, Number.NEGATIVE_INFINITY);
    broken.clear();
    await sweep(30, 900_000, memory);
    assert.ok(memory.wide_at > now.getTime());
    assert.equal(new Set(sent.map(({ body }) => idOf(body))).size, 200);
  });
});

const idOf = (body: object): string => ('delivery_id' in body ? String(body.delivery_id) : '');
