import assert from 'node:assert/strict';
import { storesOf } from '../../../../functions/core/dynamodb/stores.ts';
import { isNew, type Write } from '../../../../functions/core/dynamodb/writes.ts';
import { type Job, newJob } from '../../../../functions/core/job.ts';
import { reconciliationKey } from '../../../../functions/core/jobs/card-reconciliation-table.ts';
import { type Batch, type JobKind, runJob } from '../../../../functions/core/jobs/run-job.ts';
import { cardKeys } from '../../../../functions/issuing/cards/table.ts';
import { canceled } from '../../../helpers/aws-errors.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { workAt } from '../../../helpers/work.ts';

const long_ago = new Date('2026-01-02T03:04:05.678Z');
const item: Write = { kind: 'put', key: cardKeys.spending('biz', 'card_1'), item: {}, when: isNew };

/** One batch that changes something, or nothing, and the item that it ends at. */
const batch = (cursor: string | null, moved: boolean): Batch => ({
  cursor,
  moved,
  conditions: [],
  changes: moved ? [item] : [],
});

type Context = {
  /** How long the invocation may last. */
  readonly left_ms?: number;
  readonly failures?: readonly Error[];
  /** The job that a newer cause writes while the first batch is looked at. */
  readonly newer?: Job;
};

/** Runs a job whose items come in these batches, pass by pass; returns where it looked, and what was saved of it. */
const running = async (
  job: Job,
  passes: readonly Batch[][],
  { left_ms = 60_000, failures = [], newer }: Context = {},
) => {
  const { connection, sent, failing } = testDatabase();
  failing(...failures);
  const work = workAt(new Date(), storesOf(connection), left_ms);
  const known = {
    job: job as Job | undefined,
    cursors: [] as (string | null)[],
    saved: [] as (Job | undefined)[],
  };
  const script = passes.flat();
  const kind: JobKind<Job> = {
    find: async () => known.job,
    batch: async (_job, { cursor }) => {
      known.cursors.push(cursor);
      if (newer && known.cursors.length === 1) known.job = newer;
      return script.shift() ?? assert.fail('nothing was left to look at');
    },
    save: (next) => {
      known.saved.push(next);
      if (!failures[sent.length]) known.job = next;
      return { kind: 'delete', key: reconciliationKey('biz', 'cus_1'), when: isNew };
    },
  };
  await runJob(kind, work);
  return { ...known, script, transactions: sent.length };
};

describe('a job', () => {
  test('whose pass finds nothing is read to its end, and ends with one write', async () => {
    const { cursors, saved, transactions } = await running(newJob('t', long_ago), [
      [batch('b', false), batch('a', false), batch(null, false)],
    ]);
    assert.deepEqual(cursors, [null, 'b', 'a']);
    assert.deepEqual([saved, transactions], [[undefined], 1]);
  });

  test('keeps a checkpoint and a lease with each batch that changed something, and ends with a pass that finds nothing', async () => {
    const passes = [[batch('b', true), batch(null, false)], [batch(null, false)]];
    const { cursors, saved } = await running(newJob('t', long_ago), passes);
    assert.deepEqual(cursors, [null, 'b', null]);
    const [held, again, end] = saved;
    assert.deepEqual(
      [held?.pass?.cursor, held?.pass?.moved, held?.held_until === held?.scheduled_at],
      ['b', true, true],
    );
    assert.deepEqual([again?.pass, again?.held_until, end], [null, null, undefined]);
    assert.equal(
      new Set(['t', held?.token, again?.token]).size,
      3,
      'each write has a token of its own',
    );
  });

  test('whose cause is fresh waits for its index, and is not written again for nothing', async () => {
    const fresh = newJob('t', new Date());
    const { saved, transactions } = await running(fresh, [[batch(null, false)]]);
    assert.ok(saved[0] && saved[0].scheduled_at > fresh.scheduled_at);
    const { transactions: none } = await running(
      { ...fresh, scheduled_at: saved[0].scheduled_at },
      [[batch(null, false)]],
    );
    assert.deepEqual([transactions, none], [1, 0]);
  });

  test('leased to another worker is left alone', async () => {
    const held = {
      ...newJob('t', long_ago),
      held_until: new Date(Date.now() + 60_000).toISOString(),
    };
    assert.deepEqual((await running(held, [])).transactions, 0);
  });

  test('that no invocation can finish is left where it is, due at once', async () => {
    const pass = { started_at: long_ago.toISOString(), cursor: 'c', moved: true };
    const { saved, cursors } = await running({ ...newJob('t', long_ago), pass }, [], {
      left_ms: 1_000,
    });
    assert.deepEqual(cursors, []);
    assert.deepEqual([saved[0]?.pass, saved[0]?.held_until], [pass, null]);
    assert.ok(saved[0] && saved[0].scheduled_at <= new Date().toISOString());
  });

  test('that a newer cause has written starts over at the newest item', async () => {
    const passes = [[batch('b', false)], [batch('b', false), batch(null, false)]];
    const { cursors } = await running(newJob('t', long_ago), passes, {
      newer: newJob('t-2', long_ago),
    });
    assert.deepEqual(cursors, [null, null, 'b']);
  });

  test('whose write is stale looks again', async () => {
    const stale = canceled('ConditionalCheckFailed');
    const passes = [[batch(null, false)], [batch(null, false)]];
    const { saved, transactions } = await running(newJob('t', long_ago), passes, {
      failures: [stale],
    });
    assert.deepEqual([saved, transactions], [[undefined, undefined], 2]);
  });
});
