import '../../../helpers/table-names.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareHour, nextHour } from '../../../../functions/app/counters/compare.ts';
import { countersComparison } from '../../../../functions/app/counters/comparison.ts';
import { changedAt, count } from '../../../../functions/app/counters/count.ts';
import {
  beginComparison,
  findComparison,
} from '../../../../functions/core/counters/comparison-table.ts';
import { always, type Write } from '../../../../functions/core/dynamodb/writes.ts';
import { runJob } from '../../../../functions/core/jobs/run-job.ts';
import { logger } from '../../../../functions/core/logging.ts';
import type { Work } from '../../../../functions/core/outbox/unit-of-work.ts';
import { webhookKeys } from '../../../../functions/delivery/webhooks/table.ts';
import {
  type Changes,
  itemOf,
  randomChanges,
  span_ms,
  webhooks,
} from '../../../helpers/changing.ts';
import { figuresIn, listed } from '../../../helpers/counting.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { testDatabase } from '../../../helpers/test-database.ts';

const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';
const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const deadline = () => ({ now: new Date(), deadline: Date.now() + 60_000 });

/** Tables whose calls a test can end after some. */
const killable = () => {
  let callsLeft = Number.POSITIVE_INFINITY;
  let isKilledOnceSaved = false;
  const tables = testDatabase([], {
    before: () => {
      callsLeft -= 1;
      if (callsLeft < 0) throw new Error('killed');
    },
    after: ({ operation }) => {
      if (operation === 'TransactWrite' && isKilledOnceSaved) callsLeft = 0;
    },
  });
  const killedAfter = async (calls: number, run: () => Promise<unknown>) => {
    callsLeft = calls;
    await run().catch(() => {});
    callsLeft = Number.POSITIVE_INFINITY;
  };
  /** It is killed as soon as its progress is saved. */
  const killedOnceSaved = async (run: () => Promise<unknown>) => {
    isKilledOnceSaved = true;
    await killedAfter(Number.POSITIVE_INFINITY, run);
    isKilledOnceSaved = false;
  };
  const workAt = (now: Date): Work => {
    const { connection, db } = tables;
    return {
      connection,
      db,
      deadline: { now, deadline: Date.now() + 60_000 },
      cause: {} as Work['cause'],
    };
  };
  const compareAll = async (now: Date) => {
    const outcomes: string[] = [];
    let before: string | null = null;
    for (;;) {
      const hour = await nextHour(tables.db, tenant, { before, now, isComplete: true });
      if (hour === undefined) return outcomes;
      outcomes.push((await compareHour(tenant, hour, workAt(now))).outcome);
      before = hour;
    }
  };
  return {
    ...tables,
    killedAfter,
    killedOnceSaved,
    workAt,
    compareAll,
    figures: () => figuresIn(tables.everything('counters')),
  };
};

const timeOf = (write: Write | undefined) => new Date(write ? changedAt(itemOf(write)) : 0);

const aStored = (id: string): Write => ({
  kind: 'put',
  key: webhookKeys.webhook(tenant, id),
  item: {},
  when: always,
});

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
          const tables = killable();
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
        },
      ),
      { numRuns: 40 },
    );
  });

  test('leaves an hour alone that changed in the last two minutes, and one that is counted meanwhile', async () => {
    const tables = killable();
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

  test('is done once of what was stored before, and goes on where it was killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(fc.nat(60), { maxLength: 4 }), async (seed, kills) => {
        const tables = killable();
        const changes = randomChanges(
          randomFrom(seed),
          tenant,
          80,
          new Date(Date.now() - span_ms - 3 * minute_ms),
        );
        tables.give(...changes.writes);
        await beginComparison(tables.connection, tenant, new Date(), deadline());
        const run = () => runJob(countersComparison(tenant), tables.workAt(new Date()));
        for (const calls of kills) await tables.killedAfter(calls, run);
        await run();
        const comparison = await findComparison(tables.db, tenant);
        assert.deepEqual(
          [comparison?.complete, comparison?.pass, comparison?.hours],
          [true, null, null],
        );
        assert.ok(Date.parse(comparison?.scheduled_at ?? '') > Date.now() + 23 * 60 * minute_ms);
        assert.deepEqual(tables.figures(), listed(changes.writes, tenant));
        const writes = tables.sent.length;
        await run();
        assert.equal(tables.sent.length, writes + 1, 'one look before its time');
      }),
      { numRuns: 20 },
    );
  });

  test('saves how far it is, and does not begin again', async () => {
    const tables = killable();
    // From the beginning of an hour on, and more than a batch, so that hours are left at any time of day.
    const begin = Math.floor((Date.now() - span_ms - 3 * minute_ms) / hour_ms) * hour_ms;
    const changes = randomChanges(randomFrom(2), tenant, 12_000, new Date(begin));
    tables.give(...changes.writes);
    await beginComparison(tables.connection, tenant, new Date(), deadline());
    const run = () => runJob(countersComparison(tenant), tables.workAt(new Date()));
    await tables.killedOnceSaved(run);
    const { cursor } = (await findComparison(tables.db, tenant))?.pass ?? {};
    assert.ok(cursor);
    // The lease of the one that was killed has ended.
    await due(tables);
    const killed = tables.sent.length;
    await run();
    const hours = tables.sent.slice(killed).flatMap(({ operation, input }) => {
      const { Item: item } = input as { Item?: { pk: string; sk: string } };
      return operation === 'Put' && item?.pk === `${tenant}/activity` ? [item.sk] : [];
    });
    assert.ok(hours.length > 0 && hours.every((hour) => hour < cursor), hours.join());
    assert.deepEqual(tables.figures(), listed(changes.writes, tenant));
  });

  test('leaves the counters of an hour with an unreadable item as they are, until it is repaired', async (t) => {
    const tables = killable();
    const changes = randomChanges(
      randomFrom(4),
      tenant,
      80,
      new Date(Date.now() - span_ms - 3 * minute_ms),
    );
    tables.give(...changes.writes);
    await count(tables.connection, changes.records, 'shard', deadline());
    const counted = tables.figures();
    const whole = changes.writes.findLast(({ key }) => key.table === 'deliveries');
    assert.ok(whole?.kind === 'put');
    const { event_type, ...item } = whole.item as Record<string, unknown>;
    tables.give({ ...whole, item, when: always } as Write);
    const error = t.mock.method(logger, 'error', () => {});
    await beginComparison(tables.connection, tenant, new Date(), deadline());
    const run = () => runJob(countersComparison(tenant), tables.workAt(new Date()));
    await run();
    assert.deepEqual(tables.figures(), counted);
    const comparison = await findComparison(tables.db, tenant);
    assert.deepEqual([comparison?.complete, comparison?.hours?.length], [false, 1]);
    assert.deepEqual(
      error.mock.calls.map(({ arguments: [event] }) => event),
      ['stored_item_unreadable'],
    );
    tables.give({ ...whole, when: always });
    await due(tables);
    await run();
    assert.deepEqual(tables.figures(), counted);
    assert.ok((await findComparison(tables.db, tenant))?.complete);
  });

  test('finds a wrong counter, repairs it and says which', async (t) => {
    const tables = killable();
    const changes = randomChanges(
      randomFrom(3),
      tenant,
      80,
      new Date(Date.now() - span_ms - 3 * minute_ms),
    );
    tables.give(...changes.writes);
    await beginComparison(tables.connection, tenant, new Date(), deadline());
    const run = () => runJob(countersComparison(tenant), tables.workAt(new Date()));
    await run();
    const [wrong] = tables
      .everything('counters')
      .filter(({ pk }) => String(pk).endsWith('/deliveries'));
    assert.ok(wrong);
    const { pk, sk, ...item } = wrong;
    const key = { table: 'counters', pk: String(pk), sk: String(sk) } as const;
    tables.give({ kind: 'put', key, item: { ...item, failed: 70, paused: 3 }, when: always });
    await due(tables);
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

/** The comparison of the business is due. */
const due = async (tables: ReturnType<typeof killable>) => {
  const [comparison] = tables
    .everything('resources')
    .filter(({ sk }) => sk === 'counters-comparison');
  const { pk, sk, ...item } = comparison ?? assert.fail();
  const at = new Date(Date.now() - minute_ms).toISOString();
  tables.give({
    kind: 'put',
    key: { table: 'resources', pk: String(pk), sk: String(sk) },
    item: {
      ...item,
      held_until: null,
      requested_at: at,
      scheduled_at: `${tenant}/counters-comparison/${at}`,
    },
    when: always,
  });
};
