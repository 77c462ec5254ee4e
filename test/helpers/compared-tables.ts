import { compareHour, nextHour } from '../../functions/app/counters/compare.ts';
import { countersComparison } from '../../functions/app/counters/comparison.ts';
import { changedAt } from '../../functions/app/counters/count.ts';
import {
  beginComparison,
  type PartialHour,
} from '../../functions/core/counters/comparison-table.ts';
import type { Item } from '../../functions/core/dynamodb/client.ts';
import { always, type Write } from '../../functions/core/dynamodb/writes.ts';
import { runJob } from '../../functions/core/jobs/run-job.ts';
import { webhookKeys } from '../../functions/delivery/webhooks/table.ts';
import { type Changes, itemOf, randomChanges, span_ms } from './changing.ts';
import { figuresIn } from './counting.ts';
import './table-names.ts';
import { randomFrom } from './random.ts';
import { testDatabase } from './test-database.ts';
import { workAt } from './work.ts';

/** The business whose counters are compared. */
export const tenant = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';

export const minute_ms = 60_000;
export const hour_ms = 60 * minute_ms;

/** The deadline of an invocation that has a minute. */
export const deadline = () => ({ now: new Date(), deadline: Date.now() + minute_ms });

/** Tables whose calls a test can end after some. */
export const comparedTables = () => {
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
  const workOf = (now: Date) => workAt(now, tables);
  const compareAll = async (now: Date) => {
    const outcomes: string[] = [];
    let before: string | null = null;
    for (;;) {
      const hour = await nextHour(tables.db, tenant, { before, now, isComplete: true });
      if (hour === undefined) return outcomes;
      let compared = await compareHour(tenant, hour, workOf(now), 1);
      while (compared.outcome === 'partial')
        compared = await compareHour(tenant, stored(compared.partial), workOf(now), 1);
      outcomes.push(compared.outcome);
      before = hour;
    }
  };
  /** Makes the counters of all places wrong. */
  const spoil = (change: (item: Item) => Item) => {
    for (const { pk, sk, ...item } of tables.everything('counters')) {
      const key = { table: 'counters', pk: String(pk), sk: String(sk) } as const;
      tables.give({ kind: 'put', key, item: change(item), when: always });
    }
  };
  /** The comparison of the business is due. */
  const makeDue = () => {
    const [comparison] = tables
      .everything('resources')
      .filter(({ sk }) => sk === 'counters-comparison');
    const { pk, sk, ...item } = comparison ?? {};
    const at = new Date(Date.now() - minute_ms).toISOString();
    const scheduled_at = `${tenant}/counters-comparison/${at}`;
    tables.give({
      kind: 'put',
      key: { table: 'resources', pk: String(pk), sk: String(sk) },
      item: { ...item, held_until: null, requested_at: at, scheduled_at },
      when: always,
    });
  };
  return {
    ...tables,
    spoil,
    makeDue,
    killedAfter,
    killedOnceSaved,
    workAt: workOf,
    compareAll,
    figures: () => figuresIn(tables.everything('counters')),
  };
};

/** An hour in progress as a later invocation reads it. */
export const stored = (partial: PartialHour): PartialHour => JSON.parse(JSON.stringify(partial));

/** When a write was made. */
export const timeOf = (write: Write | undefined) => new Date(write ? changedAt(itemOf(write)) : 0);

/** A webhook that exists. */
export const aStored = (id: string): Write => ({
  kind: 'put',
  key: webhookKeys.webhook(tenant, id),
  item: {},
  when: always,
});

/** Changes that nothing has changed lately. */
export const settledChanges = (seed: number): Changes =>
  randomChanges(randomFrom(seed), tenant, 80, new Date(Date.now() - span_ms - 3 * minute_ms));

/** Tables with these changes, and the comparison of their counters, which is due. */
export const startedComparison = async (changes: Changes) => {
  const tables = comparedTables();
  tables.give(...changes.writes);
  await beginComparison(tables.connection, tenant, new Date(), deadline());
  const run = () => runJob(countersComparison(tenant), tables.workAt(new Date()));
  return { tables, run };
};
