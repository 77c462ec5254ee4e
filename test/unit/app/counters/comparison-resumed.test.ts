import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareHour, nextHour } from '../../../../functions/app/counters/compare.ts';
import { countersComparison } from '../../../../functions/app/counters/comparison.ts';
import { count } from '../../../../functions/app/counters/count.ts';
import {
  findComparison,
  newComparison,
} from '../../../../functions/core/counters/comparison-table.ts';
import type { Item } from '../../../../functions/core/dynamodb/client.ts';
import { always } from '../../../../functions/core/dynamodb/writes.ts';
import { randomChanges, span_ms, webhooks } from '../../../helpers/changing.ts';
import {
  aStored,
  comparedTables,
  deadline,
  hour_ms,
  minute_ms,
  settledChanges,
  startedComparison,
  stored,
  tenant,
  timeOf,
} from '../../../helpers/compared-tables.ts';
import { listed } from '../../../helpers/counting.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { describe, type TestContext, test } from '../../../helpers/tests.ts';
import { trials } from '../../../helpers/trials.ts';

const listNames = ['customer', 'verification', 'authorization', 'delivery'].map(
  (name) => `${tenant}/${name}`,
);

describe('a comparison of counters that is interrupted', () => {
  test('is done once of what was stored before, and goes on where it was killed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(fc.nat(60), { maxLength: 4 }), async (seed, kills) => {
        const changes = settledChanges(seed);
        const { tables, run } = await startedComparison(changes);
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
        tables.close();
      }),
      { numRuns: trials(20) },
    );
  });

  test('leaves an hour alone that is counted between two invocations', async () => {
    const tables = comparedTables();
    const changes = randomChanges(randomFrom(5), tenant, 60);
    tables.give(...changes.writes, ...webhooks.map(aStored));
    const work = tables.workAt(new Date(timeOf(changes.writes.at(-1)).getTime() + 2 * minute_ms));
    const hour = await nextHour(tables.db, tenant, {
      before: null,
      now: work.deadline.now,
      isComplete: false,
    });
    const first = await compareHour(tenant, hour ?? '', work, 1);
    assert.ok(first.outcome === 'partial');
    await count(tables.connection, changes.records, 'shard', deadline());
    assert.equal((await compareHour(tenant, stored(first.partial), work)).outcome, 'equal');
    // Wrong, and read before it was written once more.
    tables.spoil((item) => ({ ...item, writes: 1 + Number(item.writes), failed: 70 }));
    assert.equal((await compareHour(tenant, stored(first.partial), work)).outcome, 'changing');
    assert.equal((await compareHour(tenant, hour ?? '', work)).outcome, 'repaired');
    await tables.compareAll(work.deadline.now);
    assert.deepEqual(tables.figures(), listed(changes.writes, tenant));
  });

  test('saves how far it is, also within an hour, and does not begin again', async () => {
    // From the beginning of an hour on, so that the second hour ends within a batch and the first does not.
    const begin = Math.floor((Date.now() - span_ms - 3 * minute_ms) / hour_ms) * hour_ms;
    const lasts_ms = 1.75 * hour_ms;
    const changes = randomChanges(randomFrom(2), tenant, 4_500, new Date(begin), lasts_ms, 0.2);
    const { tables, run } = await startedComparison(changes);
    tables.give(...webhooks.map(aStored));
    await tables.killedOnceSaved(run);
    const { partial, pass } = (await findComparison(tables.db, tenant)) ?? {};
    assert.ok(pass?.cursor && partial && partial.hour < pass.cursor);
    // The lease of the one that was killed has ended.
    tables.makeDue();
    const killed = tables.sent.length;
    await run();
    const lists = tables.sent.slice(killed).flatMap(({ operation, input }) => {
      const { ':partition': partition } = (input.ExpressionAttributeValues ?? {}) as Item;
      // The search for an hour reads one item of each list.
      return operation === 'Query' && Number(input.Limit) > 2 ? [partition] : [];
    });
    const [first] = lists.filter((one) => listNames.includes(String(one)));
    assert.equal(first, listNames[partial.list], 'it goes on in the list where it was');
    assert.ok(!lists.includes(`${tenant}/customer`));
    assert.deepEqual(tables.figures(), listed(changes.writes, tenant));
    assert.equal((await findComparison(tables.db, tenant))?.partial, null);
  });

  test('takes nothing away where items of its hour have expired meanwhile', async (t) => {
    const { tables, changes, begin, from, next } = await afterOneBatch(t);
    const counted = tables.figures();
    const expired = changes.writes.filter(({ key }) => key.table === 'deliveries').slice(0, 100);
    tables.give(...expired.map(({ key }) => ({ kind: 'delete', key, when: always }) as const));
    const later = new Date(begin.getTime() + kept_days * 24 * hour_ms + minute_ms);
    const { cursor, job } = await next(from, later);
    assert.deepEqual([cursor, job?.partial], [null, null]);
    assert.deepEqual(tables.figures(), counted);
  });

  test('takes up no hour from which something expires while it is read', async (t) => {
    keepBriefly(t);
    const tables = comparedTables();
    const begin = new Date('2026-11-20T12:00:00.000Z');
    tables.give(...randomChanges(randomFrom(6), tenant, 20, begin, 0.9 * hour_ms).writes);
    const takenUp = (minutes_left: number) => {
      const after_ms = kept_days * 24 * hour_ms - minutes_left * minute_ms;
      const now = new Date(begin.getTime() + after_ms);
      return nextHour(tables.db, tenant, { before: null, now, isComplete: true });
    };
    assert.equal(await takenUp(15), undefined);
    assert.equal(await takenUp(16), '2026-11-20T12');
  });

  test('goes on where a worker went on that knows no partial hour', async (t) => {
    const { tables, partial, next } = await afterOneBatch(t);
    const { items } = await compareHour(tenant, partial.hour, tables.workAt(new Date()));
    const before = tables.sent.length;
    const { cursor, job } = await next(partial.hour, new Date());
    assert.deepEqual([cursor, job?.partial], [null, null]);
    assert.ok(items > 2_000 && tables.sent.length - before < 10, 'it reads no page of the hour');
  });
});

const kept_days = 7;

/** Deliveries expire soon in a test. */
const keepBriefly = (t: TestContext) => {
  const { RETENTION } = process.env;
  process.env.RETENTION = JSON.stringify({ deliveriesDays: kept_days });
  t.after(() => {
    if (RETENTION === undefined) delete process.env.RETENTION;
    else process.env.RETENTION = RETENTION;
  });
};

/** A comparison that has started to read an hour whose deliveries expire soon, and its next batch. */
const afterOneBatch = async (t: TestContext) => {
  keepBriefly(t);
  const tables = comparedTables();
  const begin = new Date((Math.floor(Date.now() / hour_ms) - 24) * hour_ms);
  const changes = randomChanges(randomFrom(2), tenant, 3_000, begin, 0.9 * hour_ms, 0.1);
  tables.give(...changes.writes, ...webhooks.map(aStored));
  await count(tables.connection, changes.records, 'shard', deadline());
  const comparison = newComparison(tenant, new Date(), true);
  const { batch } = countersComparison(tenant);
  const pass = { started_at: new Date().toISOString(), moved: false };
  const first = await batch(comparison, { ...pass, cursor: null }, tables.workAt(new Date()));
  const partial = first.job?.partial ?? assert.fail('the hour is read at once');
  const next = (cursor: string | null, now: Date) =>
    batch({ ...comparison, partial: stored(partial) }, { ...pass, cursor }, tables.workAt(now));
  return { tables, changes, begin, partial, from: first.cursor, next };
};
