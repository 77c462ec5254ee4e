import assert from 'node:assert/strict';
import type { Database } from '../../../functions/core/dynamodb/client.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import { type Delivery, deliveryMessage } from '../../../functions/delivery/deliveries/model.ts';
import { deliveryStatuses, isUnfinished } from '../../../functions/delivery/deliveries/states.ts';
import { saveDelivery } from '../../../functions/delivery/deliveries/table.ts';
import { untriedHealth } from '../../../functions/delivery/webhooks/health.ts';
import {
  noHealth,
  reconcileNow,
  type StoredHealth,
  saveHealth,
} from '../../../functions/delivery/webhooks/health-table.ts';
import { deleteWebhookItems } from '../../../functions/delivery/webhooks/table.ts';
import { before, endpointsOn } from '../../helpers/endpoints-on.ts';
import { aStoredDelivery } from '../../helpers/fixtures/deliveries.ts';
import { shared } from '../../helpers/shared.ts';
import { claiming, startStoresWithQueue } from '../../helpers/stores-with-queue.ts';
import { describe, test } from '../../helpers/tests.ts';

const { stores, sent } = await shared('stores with a queue', startStoresWithQueue);
const { write, workNow, meanwhile, anEndpoint } = endpointsOn(stores);
const { deliveryReconciliation } = await import(
  '../../../functions/delivery/deliveries/reconcile.ts'
);
const { runJob } = await import('../../../functions/core/jobs/run-job.ts');

const statusesOf = (deliveries: readonly Delivery[]) => deliveries.map(({ status }) => status);

describe('what was paused', () => {
  const reconciled = (): Partial<StoredHealth> => ({
    ...untriedHealth,
    ...reconcileNow(noHealth, before(120_000)),
    version: 0,
  });

  test('comes back oldest first, and its job is over when all have', async () => {
    const { of, deliveries, present, now } = await anEndpoint(45, reconciled());
    sent.length = 0;
    await runJob(deliveryReconciliation(of), workNow());
    const resumed = await now();
    assert.deepEqual(new Set(resumed.map(({ status }) => status)), new Set(['pending']));
    const times = resumed.map(({ next_attempt_at }) => String(next_attempt_at));
    assert.deepEqual(times, times.toSorted());
    assert.ok(
      resumed.every(
        ({ scheduled_at, next_attempt_at }) =>
          scheduled_at !== null && scheduled_at > String(next_attempt_at),
      ),
    );
    assert.deepEqual(
      sent.map(({ delivery_id }) => delivery_id),
      deliveries.map(({ id }) => id),
    );
    const { health } = await present();
    assert.equal(health.job, null);
  });

  test('stays while the breaker is open', async () => {
    const { of, now } = await anEndpoint(2, { job: reconcileNow(noHealth, before(120_000)).job });
    await runJob(deliveryReconciliation(of), workNow());
    assert.deepEqual(new Set((await now()).map(({ status }) => status)), new Set(['paused']));
  });

  test('stays from the batch on before which the breaker opens again', async () => {
    const { of, become, now } = await anEndpoint(45, reconciled());
    let reads = 0;
    const batch: Database['batch'] = async (keys) => {
      reads += 1;
      // Its second look at the webhook comes after the first write.
      if (reads === 3)
        await become({ state: 'open', next_probe_at: before(-60_000).toISOString() });
      return stores.db.batch(keys);
    };
    await runJob(deliveryReconciliation(of), workNow({ batch }));
    const left = (await now()).filter(({ status }) => status === 'paused').length;
    assert.equal(left, 25);
  });

  test('comes back though who brings it dies after every write, each once', async () => {
    const { of, present, now } = await anEndpoint(45, reconciled());
    const resumed = async () => (await now()).filter(({ status }) => status === 'pending').length;
    let [crashes, before_] = [0, 0];
    while ((await present()).health.job !== null) {
      // The lease of the dead worker is over.
      const { webhook, health } = await present();
      if (webhook && health.job?.held_until)
        await write([
          saveHealth(
            webhook,
            {
              ...health,
              job: { ...health.job, held_until: null, scheduled_at: before(1).toISOString() },
            },
            new Date(),
          ),
        ]);
      let reads = 0;
      const batch: Database['batch'] = async (keys) => {
        reads += 1;
        // Its second look at the webhook comes after the first write.
        if (reads === 3) throw new Error('died');
        return stores.db.batch(keys);
      };
      await runJob(deliveryReconciliation(of), workNow({ batch })).catch(() => {
        crashes += 1;
      });
      const all = await resumed();
      assert.ok(all >= before_, 'nothing is taken back');
      before_ = all;
    }
    assert.ok(crashes >= 3, `${crashes} crashes`);
    assert.equal(before_, 45);
    assert.deepEqual(new Set((await now()).map(({ version }) => version)), new Set([2]));
  });

  test('is not brought back by a worker that has not read the newest cause', async () => {
    const { of, disable, become, now } = await anEndpoint(3, reconciled());
    const { batch } = meanwhile(async () => {
      await disable();
      await become(reconcileNow({ ...noHealth, version: 1 }, new Date()));
    });
    await runJob(deliveryReconciliation(of), workNow({ batch }));
    assert.deepEqual(new Set((await now()).map(({ status }) => status)), new Set(['paused']));
  });
});

describe('what is open', () => {
  const inStatus = (status: Delivery['status']): Partial<Delivery> => ({
    status,
    attempts_made: status === 'pending' ? 0 : 1,
    ...(status !== 'pending' &&
      status !== 'retrying' && { next_attempt_at: null, scheduled_at: null }),
    ...(!isUnfinished(status) && { completed_at: before(1).toISOString() }),
  });
  const withEach = async (statuses: readonly Delivery['status'][]) => {
    const endpoint = await anEndpoint(0, { job: reconcileNow(noHealth, before(120_000)).job });
    const ids: string[] = [];
    for (const status of statuses) ids.push((await endpoint.due(inStatus(status))).delivery_id);
    return { ...endpoint, now: () => endpoint.now(ids.map((id) => ({ id }) as Delivery)) };
  };

  for (const how of ['disable', 'suspend'] as const)
    test(`is paused where its webhook may not be called, though the breaker is open: ${how}`, async () => {
      const endpoint = await withEach(['pending', 'retrying', 'failed', 'succeeded']);
      await endpoint[how]();
      await runJob(deliveryReconciliation(endpoint.of), workNow());
      assert.deepEqual(statusesOf(await endpoint.now()), [
        'paused',
        'paused',
        'failed',
        'succeeded',
      ]);
      assert.equal((await endpoint.present()).health.job, null);
    });

  test('and whatever else did not arrive is canceled where its webhook is deleted', async () => {
    const { of, webhook, now } = await withEach(deliveryStatuses);
    await write(deleteWebhookItems(webhook, new Date()));
    await runJob(deliveryReconciliation(of), workNow());
    const left = deliveryStatuses.map((status) => (status === 'succeeded' ? status : 'canceled'));
    assert.deepEqual(statusesOf(await now()), left);
  });

  test('no more, whatever an index still says, is left as it is, and the job ends', async () => {
    const { of, disable, present, now } = await withEach(['succeeded']);
    await disable();
    const [arrived] = await now();
    const query: Database['query'] = async () => ({
      items: [{ id: arrived?.id, webhook_id: of.webhook_id }],
    });
    await runJob(deliveryReconciliation(of), workNow({ query }));
    assert.deepEqual([await now(), (await present()).health.job], [[arrived], null]);
  });
});

describe('a message of a delivery whose attempt is in flight', () => {
  /** The delivery that one worker has leased, and the message that another gets again. */
  const leased = async () => {
    const now = new Date();
    const newId = idsAt(now);
    const [id, tenant_id, webhook_id] = [newId('delivery'), newId('tenant'), newId('webhook')];
    const lease = { token: 'theirs', until: new Date(now.getTime() + 40_000).toISOString() };
    const delivery = aStoredDelivery({ id, tenant_id, webhook_id, lease });
    await write([saveDelivery(delivery)]);
    sent.length = 0;
    return { delivery, work: stores.workAt(now), message: deliveryMessage(delivery) };
  };

  test('comes once more when the lease ends, for its worker may have died', async () => {
    const { work, message } = await leased();
    assert.equal(await claiming(message, 'ours', work), undefined);
    assert.deepEqual(sent, [{ ...message, delay_seconds: 40 }]);
  });

  test('comes no more if it is out of date', async () => {
    const { work, message } = await leased();
    assert.equal(await claiming({ ...message, attempts_made: 1 }, 'ours', work), undefined);
    assert.deepEqual(sent, []);
  });
});
