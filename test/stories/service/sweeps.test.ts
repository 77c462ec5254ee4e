import assert from 'node:assert/strict';
import { sweepAll } from '../../../functions/app/jobs/sweep.ts';
import { commit } from '../../../functions/core/dynamodb/commit.ts';
import { schedule_shards } from '../../../functions/core/dynamodb/keys.ts';
import { saved } from '../../../functions/core/jobs/batch.ts';
import { chunksOf } from '../../../functions/core/json.ts';
import { sweepCases } from '../../helpers/cases/pipeline.ts';
import { kindsOfAll, oneOfEach } from '../../helpers/due.ts';
import { durations } from '../../helpers/durations.ts';
import { now } from '../../helpers/fixtures/cards.ts';
import { unitsOf } from '../../helpers/round-trips.ts';
import { type StoreMachine, startStores } from '../../helpers/store-machine.ts';
import { after, before, test } from '../../helpers/tests.ts';

let stores: StoreMachine;
before(async () => {
  stores = await startStores();
});
after(() => stores.stop());

/** A sweep at the moment of the tests, over the tables of the engine: what was asked of it, and the bodies that were sent. */
const sweeping = async () => {
  const sent: object[] = [];
  const queue = { send: async (messages: readonly object[]) => void sent.push(...messages) };
  const calls = await stores.plane.recorder.during(async () => {
    const { failures } = await sweepAll(
      {
        db: stores.db,
        save: (write) => saved(stores.workAt(now), [write]),
        queues: {
          deliver: queue,
          documents: queue,
          identity: queue,
          cards: queue,
          redactions: queue,
          counters: queue,
        },
        bus: { publish: async (notices) => (sent.push(...notices) < 0 ? [0] : []) },
        clock: { now: () => now },
        durations,
        deadline: Number.POSITIVE_INFINITY,
        shards: schedule_shards.min,
      },
      null,
    );
    assert.deepEqual(failures, []);
  });
  const asked = Object.groupBy(calls, ({ operation }) => operation);
  const asks = Object.fromEntries(
    Object.entries(asked).map(([operation, all = []]) => [operation, all.length]),
  );
  return { sent, cost: { asks, units: unitsOf(calls) } };
};

const put = async (writes: Parameters<typeof commit>[1]['writes']) => {
  for (const some of chunksOf(writes, 50))
    await commit(stores.connection, { writes: some, conditions: [] }, stores.workAt(now).deadline);
};

test('a sweep that finds nothing asks every shard once', async () => {
  const { cost } = await sweeping();
  assert.deepEqual(cost, sweepCases.nothing);
});

test('a sweep reads, reschedules and notifies one of each kind; the next finds nothing', async () => {
  await put(oneOfEach('biz_quiet'));
  const { sent, cost } = await sweeping();
  assert.equal(sent.length, kindsOfAll);
  assert.deepEqual(cost, sweepCases['one of each kind']);
  assert.deepEqual((await sweeping()).cost.asks, sweepCases.nothing.asks);
});
