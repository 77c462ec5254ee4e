import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chunksOf } from '../../../functions/chunks.ts';
import { commit } from '../../../functions/dynamodb/commit.ts';
import { underWayMax } from '../../../functions/dynamodb/scheduled-work.ts';
import { saved } from '../../../functions/jobs/batch.ts';
import { sweepAll } from '../../../functions/jobs/sweep.ts';
import { sweepCases } from '../../helpers/cases/sweeps.ts';
import { aDueDelivery, ago, anUnconfirmedEvent, kindsOfAll, minute_ms, oneOfEach } from '../../helpers/due.ts';
import { durations } from '../../helpers/durations.ts';
import { now } from '../../helpers/fixtures/cards.ts';
import { unitsOf } from '../../helpers/round-trips.ts';
import { type StoreMachine, startStores } from '../../helpers/store-machine.ts';

/** So much one business has waiting, and a fifth as many events; the soak lets ten thousand wait. */
const crowd = Number(process.env.SWEPT_ITEMS ?? 300);

let stores: StoreMachine;
before(async () => {
  stores = await startStores();
});
after(() => stores.stop());

/** A sweep at the moment of the tests, over the tables of the engine: what was asked of it, and the bodies that were sent. */
const sweeping = async () => {
  const sent: object[] = [];
  const queue = { send: async (messages: readonly { body: object }[]) => void sent.push(...messages) };
  const calls = await stores.plane.recorder.during(async () => {
    const { failures } = await sweepAll(
      {
        db: stores.db,
        save: (write) => saved(stores.workAt(now), [write]),
        queues: { deliver: queue, documents: queue, identity: queue, cards: queue, redactions: queue },
        bus: { publish: async (notices) => (sent.push(...notices) < 0 ? [0] : []) },
        clock: { now: () => now },
        durations,
        deadline: Number.POSITIVE_INFINITY,
      },
      null,
    );
    assert.deepEqual(failures, []);
  });
  const asked = Object.groupBy(calls, ({ operation }) => operation);
  const asks = Object.fromEntries(Object.entries(asked).map(([operation, all = []]) => [operation, all.length]));
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

test('a sweep reads, moves and wakes one of each kind; the next finds nothing', async () => {
  await put(oneOfEach('biz_quiet'));
  const { sent, cost } = await sweeping();
  assert.equal(sent.length, kindsOfAll);
  assert.deepEqual(cost, sweepCases['one of each kind']);
  assert.deepEqual((await sweeping()).cost.asks, sweepCases.nothing.asks);
});

test('a sweep leads past the backlog of one business in a shard on the engine too', async () => {
  const shard = '5';
  const id = (n: number) => `dlv_${String(n).padStart(5, '0')}${shard}`;
  await put(Array.from({ length: 250 }, (_, n) => aDueDelivery('biz_0loud', minute_ms, id(n))));
  await put([aDueDelivery('biz_late', minute_ms, id(250))]);
  const { sent } = await sweeping();
  assert.equal(sent.filter((one) => JSON.stringify(one).includes('biz_late')).length, 1);
  assert.equal(sent.length, underWayMax + 1);
});

for (const [what, count, make] of [
  ['due items', crowd, (tenant: string) => aDueDelivery(tenant, 60 * minute_ms)],
  ['events that cannot be fanned out', crowd / 5, (tenant: string) => anUnconfirmedEvent(tenant, ago(60 * minute_ms))],
] as const)
  test(`every kind of work of a business wakes within two sweeps beside ${count} ${what} of another`, async () => {
    const [loud, other] = [`biz_0loud${count}`, `biz_other${count}`];
    await put(Array.from({ length: count }, () => make(loud)));
    await put(oneOfEach(other));
    const swept = [await sweeping(), await sweeping()].flatMap(({ sent }) => sent.map((one) => JSON.stringify(one)));
    assert.equal(swept.filter((one) => one.includes(other)).length, kindsOfAll);
    const notified = swept.filter((one) => one.includes(loud)).length;
    assert.equal(notified, Math.min(count, 16 * underWayMax), 'and what there is room for of the other');
  });
