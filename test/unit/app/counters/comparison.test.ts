import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareHour, nextHour } from '../../../../functions/app/counters/compare.ts';
import { count } from '../../../../functions/app/counters/count.ts';
import { findComparison } from '../../../../functions/core/counters/comparison-table.ts';
import { always, type Write } from '../../../../functions/core/dynamodb/writes.ts';
import { logger } from '../../../../functions/core/logging.ts';
import { type Changes, randomChanges, webhooks } from '../../../helpers/changing.ts';
import {
  aStored,
  comparedTables,
  deadline,
  minute_ms,
  settledChanges,
  startedComparison,
  tenant,
  timeOf,
} from '../../../helpers/compared-tables.ts';
import { listed } from '../../../helpers/counting.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const ofShard = ({ records }: Pick<Changes, 'records'>, shard: number) =>
  records.filter(({ dynamodb }) => String(dynamodb?.NewImage?.pk?.S).length % 2 === shard);

describe('the comparison of counters', () => {
  test('and the stream count each change once, whatever was counted before, and whatever is killed', async () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        part,
        part,
        part,
        fc.nat(30),
        async (seed, stood, first, second, calls) => {
          const tables = comparedTables();
          const changes = randomChanges(randomFrom(seed), tenant, 150);
          const written = 1 + Math.floor(stood * 149);
          tables.give(...changes.writes.slice(0, written));
          const upTo = new Set(changes.records.slice(0, written));
          const streamed = [first, second].map((share, nth) => {
            const known = ofShard(changes, nth).filter((record) => upTo.has(record));
            return {
              shard: `shard ${nth}`,
              all: ofShard(changes, nth),
              at: Math.floor(known.length * share),
            };
          });
          for (const { shard, all, at } of streamed)
            await count(tables.connection, all.slice(0, at), shard, deadline());
          const now = new Date(timeOf(changes.writes[written - 1]).getTime() + 2 * minute_ms);
          await tables.killedAfter(calls, () => tables.compareAll(now));
          assert.ok((await tables.compareAll(now)).every((outcome) => outcome !== 'changing'));
          assert.deepEqual(tables.figures(), listed(changes.writes.slice(0, written), tenant));
          tables.give(...changes.writes.slice(written));
          for (const { shard, all, at } of streamed) {
            // A batch comes again with what was counted before it.
            await count(
              tables.connection,
              all.slice(Math.max(0, at - 5), at + 20),
              shard,
              deadline(),
            );
            await count(tables.connection, all.slice(at), shard, deadline());
          }
          assert.deepEqual(tables.figures(), listed(changes.writes, tenant));
          tables.close();
        },
      ),
      { numRuns: trials(40) },
    );
  });

  test('leaves an hour alone that changed in the last two minutes, and one that is counted meanwhile', async () => {
    const tables = comparedTables();
    const changes = randomChanges(randomFrom(1), tenant, 60);
    tables.give(...changes.writes, ...webhooks.map(aStored));
    const last = timeOf(changes.writes.at(-1));
    const [hour = ''] = [
      await nextHour(tables.db, tenant, { before: null, now: last, isComplete: false }),
    ];
    const { outcome } = await compareHour(
      tenant,
      hour,
      tables.workAt(new Date(last.getTime() + 2 * minute_ms - 1)),
    );
    assert.equal(outcome, 'changing');
    assert.deepEqual(tables.figures(), {});
    const settled = new Date(last.getTime() + 2 * minute_ms);
    const work = tables.workAt(settled);
    // The stream counts after the counters were read.
    const meanwhile = {
      ...work.db,
      batch: async (...args: Parameters<typeof work.db.batch>) => {
        const found = await work.db.batch(...args);
        if (args[0].some(({ table }) => table === 'counters'))
          await count(tables.connection, changes.records, 'shard', deadline());
        return found;
      },
    };
    const disturbed = await compareHour(tenant, hour, { ...work, db: meanwhile });
    assert.equal(disturbed.outcome, 'changing');
    assert.deepEqual(tables.figures(), listed(changes.writes, tenant));
  });

  test('leaves the counters of an hour with an unreadable item as they are, until it is repaired', async (t) => {
    const changes = settledChanges(4);
    const { tables, run } = await startedComparison(changes);
    await count(tables.connection, changes.records, 'shard', deadline());
    const counted = tables.figures();
    const whole = changes.writes.findLast(({ key }) => key.table === 'deliveries');
    assert.ok(whole?.kind === 'put');
    const { event_type, ...item } = whole.item as Record<string, unknown>;
    tables.give({ ...whole, item, when: always } as Write);
    const error = t.mock.method(logger, 'error', () => {});
    await run();
    assert.deepEqual(tables.figures(), counted);
    const comparison = await findComparison(tables.db, tenant);
    assert.deepEqual([comparison?.complete, comparison?.hours?.length], [false, 1]);
    assert.deepEqual(
      error.mock.calls.map(({ arguments: [event] }) => event),
      ['stored_item_unreadable'],
    );
    tables.give({ ...whole, when: always });
    tables.makeDue();
    await run();
    assert.deepEqual(tables.figures(), counted);
    assert.ok((await findComparison(tables.db, tenant))?.complete);
  });

  test('finds a wrong counter, repairs it and says which', async (t) => {
    const changes = settledChanges(3);
    const { tables, run } = await startedComparison(changes);
    await run();
    const [wrong] = tables
      .everything('counters')
      .filter(({ pk }) => String(pk).endsWith('/deliveries'));
    assert.ok(wrong);
    const { pk, sk, ...item } = wrong;
    const key = { table: 'counters', pk: String(pk), sk: String(sk) } as const;
    tables.give({ kind: 'put', key, item: { ...item, failed: 70, paused: 3 }, when: always });
    tables.makeDue();
    const error = t.mock.method(logger, 'error', () => {});
    await run();
    assert.deepEqual(tables.figures(), listed(changes.writes, tenant));
    const lines = error.mock.calls.map(({ arguments: [, fields] }) => fields) as {
      hour: string;
      repairs: object;
    }[];
    assert.deepEqual(
      lines.map(({ hour, repairs }) => [hour, Object.keys(repairs)]),
      [[sk, [pk]]],
    );
  });
});
