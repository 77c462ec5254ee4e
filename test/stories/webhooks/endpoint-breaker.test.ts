import assert from 'node:assert/strict';
import type { Database } from '../../../functions/core/dynamodb/client.ts';
import type { AttemptTrigger } from '../../../functions/delivery/deliveries/states.ts';
import { findDelivery, saveDelivery } from '../../../functions/delivery/deliveries/table.ts';
import { untriedHealth } from '../../../functions/delivery/webhooks/health.ts';
import {
  noHealth,
  reconcileNow,
  saveHealth,
} from '../../../functions/delivery/webhooks/health-table.ts';
import { findEndpoint, saveWebhook } from '../../../functions/delivery/webhooks/table.ts';
import { before, endpointsOn } from '../../helpers/endpoints-on.ts';
import { shared } from '../../helpers/shared.ts';
import { claiming, startStoresWithQueue } from '../../helpers/stores-with-queue.ts';
import { describe, test } from '../../helpers/tests.ts';

const { stores, sent } = await shared('stores with a queue', startStoresWithQueue);
const { write, workNow, meanwhile, anEndpoint } = endpointsOn(stores);
const { probeOf } = await import('../../../functions/delivery/deliveries/probe-endpoint.ts');

/** Reads that are answered when all have asked: each decides over the same. */
const together = (count: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let read = 0;
  const batch: Database['batch'] = async (keys) => {
    const found = await stores.db.batch(keys);
    read += 1;
    if (read >= count) resolve();
    await promise;
    return found;
  };
  return { batch };
};

const count = <T>(found: readonly (T | undefined)[]) =>
  found.filter((one) => one !== undefined).length;

describe('a probe that is due', () => {
  test('is made by one of fifty who try at once, with the oldest that is paused', async () => {
    const { of, deliveries, present, now } = await anEndpoint(3);
    const reads = together(50);
    const probes = await Promise.all(Array.from({ length: 50 }, () => probeOf(of, workNow(reads))));
    const [probe, ...more] = probes.filter((one) => one !== undefined);
    assert.deepEqual(more, []);
    assert.deepEqual([probe?.trigger, probe?.delivery.id], ['probe', deliveries[0]?.id]);
    const { health } = await present();
    assert.deepEqual(
      [health.state, health.probe?.token],
      ['half_open', probe?.delivery.lease?.token],
    );
    assert.equal(health.version, probe?.health.version);
    const stored = await now();
    assert.deepEqual(stored[0], probe?.delivery);
    assert.deepEqual(
      stored.map(({ status, lease, scheduled_at }) => [status, lease === null, scheduled_at]),
      [
        ['paused', false, null],
        ['paused', true, null],
        ['paused', true, null],
      ],
    );
  });

  test('goes to the delivery behind the last one, and to the first again behind the last', async () => {
    const { of, deliveries } = await anEndpoint(2);
    const ids = deliveries.map(({ id }) => id);
    for (const [probed, next] of [
      [null, ids[0]],
      [ids[0], ids[1]],
      [ids[1], ids[0]],
    ] as const) {
      const { health } = await findEndpoint(stores.db, of.tenant_id, of.webhook_id);
      const open = {
        ...health,
        state: 'open' as const,
        probe: null,
        probed: probed ?? null,
        next_probe_at: before(1).toISOString(),
      };
      await write([saveHealth({ id: of.webhook_id, tenant_id: of.tenant_id }, open, new Date())]);
      for (const one of await Promise.all(
        ids.map((id) => findDelivery(stores.db, of.tenant_id, id)),
      ))
        if (one?.lease)
          await write([saveDelivery({ ...one, lease: null, version: one.version + 1 }, one)]);
      assert.equal((await probeOf(of, workNow()))?.delivery.id, next);
    }
  });

  test('whose worker died is made again when its lease is over, not before', async () => {
    const until = (wait_ms: number) => ({
      probe: { token: 'dead', until: before(wait_ms).toISOString() },
    });
    const half = { state: 'half_open', next_probe_at: null } as const;
    const dead = await anEndpoint(1, { ...half, ...until(1) });
    assert.equal((await probeOf(dead.of, workNow()))?.delivery.id, dead.deliveries[0]?.id);
    const alive = await anEndpoint(1, { ...half, ...until(-40_000) });
    const query = () => assert.fail('nothing is to be probed with');
    assert.equal(await probeOf(alive.of, workNow({ query })), undefined);
  });

  test('passes over what somebody is attempting', async () => {
    const { of, deliveries } = await anEndpoint(2);
    const [first = assert.fail(), second] = deliveries;
    const lease = { token: 'a resend', until: before(-40_000).toISOString() };
    await write([saveDelivery({ ...first, lease, version: 2 }, first)]);
    assert.equal((await probeOf(of, workNow()))?.delivery.id, second?.id);
  });

  for (const how of ['disable', 'suspend'] as const)
    test(`is not made of an endpoint that may not be called, which is due no more: ${how}`, async () => {
      const endpoint = await anEndpoint(1);
      await endpoint[how]();
      assert.equal(await probeOf(endpoint.of, workNow()), undefined);
      const { health } = await endpoint.present();
      assert.deepEqual([health.state, health.next_probe_at, health.version], ['open', null, 2]);
      // Other notifications about it leave no trace.
      assert.equal(await probeOf(endpoint.of, workNow()), undefined);
      assert.equal((await endpoint.present()).health.version, 2);
    });
});

describe('while the breaker is open', () => {
  test('a delivery whose turn it is is paused without an attempt', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: before(-60_000).toISOString() });
    const due = await endpoint.due();
    const { health } = await endpoint.present();
    assert.equal(await claiming(due, 'mine', workNow()), undefined);
    const paused = await findDelivery(stores.db, due.tenant_id, due.delivery_id);
    const { status, attempts_made, schedule_step, scheduled_at, next_attempt_at, lease } =
      paused ?? assert.fail();
    assert.deepEqual(
      [status, attempts_made, schedule_step, scheduled_at, next_attempt_at, lease],
      ['paused', 0, 0, null, null, null],
    );
    assert.deepEqual((await endpoint.present()).health, health);
  });

  test('one that is paused when a probe is overdue notifies it', async () => {
    const endpoint = await anEndpoint(0);
    sent.length = 0;
    assert.equal(await claiming(await endpoint.due(), 'mine', workNow()), undefined);
    assert.deepEqual(sent, [{ kind: 'endpoint', ...endpoint.of, delay_seconds: 0 }]);
    assert.ok(await probeOf(endpoint.of, workNow()));
  });

  for (const [probe, wait_ms] of [
    ['is to come', -60_000],
    ['is overdue', 1],
  ] as const)
    test(`a worker that would pause what the breaker lets through by now sends it, when a probe ${probe}`, async () => {
      const { become, due } = await anEndpoint(0, { next_probe_at: before(wait_ms).toISOString() });
      const notified = await due();
      const closing = meanwhile(() =>
        become({ ...reconcileNow(noHealth, new Date()), ...untriedHealth, version: 1 }),
      );
      const leased = await claiming(notified, 'mine', workNow({ batch: closing.batch }));
      assert.deepEqual(
        [leased?.delivery.status, leased?.trigger, closing.reads],
        ['pending', 'automatic', 2],
      );
    });

  test('a resend that its webhook was disabled after is leased, to be dropped, and waits for no probe', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: null });
    await write(
      saveWebhook({ ...endpoint.webhook, status: 'disabled', version: 2 }, endpoint.webhook),
    );
    const asked = {
      next_attempt_at: null,
      manual_due_at: before(1).toISOString(),
      attempts_made: 3,
    };
    const due = await endpoint.due({ status: 'failed', ...asked });
    sent.length = 0;
    const leased = await claiming(due, 'mine', workNow());
    assert.deepEqual(
      [leased?.trigger, leased?.delivery.lease?.token, sent],
      ['manual', 'mine', []],
    );
  });

  test('of twenty that somebody asked for one is the probe, whatever its time', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: before(-60_000).toISOString() });
    const asked: AttemptTrigger[] = ['manual', 'test'];
    const dues = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        endpoint.due(
          asked[nth % 2] === 'manual'
            ? {
                status: 'failed',
                next_attempt_at: null,
                manual_due_at: before(1).toISOString(),
                attempts_made: 3,
              }
            : { first_trigger: 'test' },
        ),
      ),
    );
    const reads = together(20);
    sent.length = 0;
    const claims = await Promise.all(
      dues.map((due) => claiming(due, `of ${due.delivery_id}`, workNow(reads))),
    );
    assert.equal(count(claims), 1);
    const { health } = await endpoint.present();
    const [probe] = claims.filter((one) => one !== undefined);
    assert.deepEqual(
      [health.state, health.probe?.token],
      ['half_open', probe?.delivery.lease?.token],
    );
    const others = dues.filter(({ delivery_id }) => delivery_id !== probe?.delivery.id);
    const waiting: string[] = [];
    for (const { tenant_id, delivery_id, attempts_made } of others) {
      const one = await findDelivery(stores.db, tenant_id, delivery_id);
      // A resend stays as it is and waits; a test is paused as everything else.
      assert.deepEqual(
        [one?.status, one?.scheduled_at !== null],
        attempts_made === 0 ? ['paused', false] : ['failed', true],
      );
      if (attempts_made > 0) waiting.push(delivery_id);
    }
    // When the probe must have ended.
    assert.deepEqual(
      sent.map(({ delivery_id, delay_seconds }) => [delivery_id, delay_seconds]).toSorted(),
      waiting.map((delivery_id) => [delivery_id, 10]).toSorted(),
    );
  });

  test('what a recovery sends is the probe when one is due, and not before', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: before(-60_000).toISOString() });
    const again = {
      manual_due_at: before(1).toISOString(),
      resend_trigger: 'recovery',
      next_attempt_at: null,
    } as const;
    const due = await endpoint.due({ ...again, status: 'failed', attempts_made: 11 });
    sent.length = 0;
    assert.equal(await claiming(due, 'early', workNow()), undefined);
    assert.equal((await endpoint.present()).health.state, 'open');
    // Only the sweeper comes by, with the next probe: a worker that is notified meanwhile leaves no message and no further trace.
    const waits = await findDelivery(stores.db, due.tenant_id, due.delivery_id);
    assert.deepEqual(
      [sent, waits?.scheduled_at],
      [[], (await endpoint.present()).health.next_probe_at],
    );
    assert.equal(await claiming(due, 'early again', workNow()), undefined);
    assert.deepEqual(await findDelivery(stores.db, due.tenant_id, due.delivery_id), waits);
    await endpoint.become({ next_probe_at: before(1).toISOString() });
    assert.equal((await claiming(due, 'in time', workNow()))?.trigger, 'recovery');
    assert.equal((await endpoint.present()).health.state, 'half_open');
  });
});
