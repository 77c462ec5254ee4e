import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { AttemptTrigger } from '../../functions/domain/deliveries/attempt.ts';
import { type Delivery, newDelivery } from '../../functions/domain/deliveries/delivery.ts';
import { type Health, untriedHealth } from '../../functions/domain/webhooks/health.ts';
import type { Write } from '../../functions/store/change.ts';
import { commit } from '../../functions/store/commit.ts';
import type { Database } from '../../functions/store/database.ts';
import { findDelivery, saveDelivery } from '../../functions/store/deliveries/deliveries.ts';
import { idsAt } from '../../functions/store/new-id.ts';
import { alignNow, noHealth, type StoredHealth, saveHealth } from '../../functions/store/webhooks/health.ts';
import { findStanding, saveWebhook } from '../../functions/store/webhooks/webhooks.ts';
import { aStoredDelivery, aStoredWebhook } from '../helpers/some-webhooks.ts';
import { startWaking } from '../helpers/waking.ts';

const { stores, sent, stop } = await startWaking();
after(stop);
const { claim } = await import('../../functions/workers/claim-delivery.ts');
const { probeOf } = await import('../../functions/workers/claim-probe.ts');
const { deliveryAlignment } = await import('../../functions/workers/delivery-alignment.ts');
const { runJob } = await import('../../functions/workers/run-job.ts');

const before = (wait_ms: number) => new Date(Date.now() - wait_ms);

/** An endpoint whose breaker is open, a probe being due, with so many deliveries parked, oldest first. */
const anEndpoint = async (parked: number, health: Partial<StoredHealth> = {}) => {
  const now = new Date();
  const newId = idsAt(now);
  const [tenant_id, webhook_id] = [newId('tenant'), newId('webhook')];
  const webhook = aStoredWebhook({ id: webhook_id, tenant_id });
  const open: Health = {
    ...untriedHealth,
    state: 'open',
    consecutive_failures: 5,
    next_probe_at: before(1).toISOString(),
  };
  const deliveries = Array.from({ length: parked }, (_, nth) =>
    aStoredDelivery({
      ...{ id: idsAt(before(parked * 10 - nth * 10))('delivery'), tenant_id, webhook_id, status: 'parked' },
      ...{ next_attempt_at: null, due_at: null, url: `https://example.com/${nth}` },
    }),
  );
  await write([...saveWebhook(webhook), saveHealth(webhook, { ...noHealth, ...open, ...health }, now)]);
  for (const delivery of deliveries) await write([saveDelivery(delivery)]);
  const of = { tenant_id, webhook_id };
  return {
    of,
    webhook,
    deliveries,
    standing: () => findStanding(stores.db, tenant_id, webhook_id),
    now: async () =>
      Promise.all(deliveries.map(async ({ id }) => (await findDelivery(stores.db, tenant_id, id)) as Delivery)),
    /** A delivery whose turn it is. */
    due: async (over: Partial<Delivery> = {}) => {
      const due = aStoredDelivery({
        ...newDelivery(true, { now, waitDivisor: 1 }),
        ...of,
        id: newId('delivery'),
        ...over,
      });
      await write([saveDelivery(due)]);
      return { ...of, delivery_id: due.id, attempts_made: due.attempts_made };
    },
  };
};

const write = (writes: readonly Write[]) =>
  commit(stores.connection, { writes, facts: [] }, stores.workAt(new Date()).deadline);

const workNow = (db: Partial<Database> = {}) => {
  const work = stores.workAt(new Date());
  return { ...work, db: { ...work.db, ...db } };
};

/** Reads that are answered when all have asked: whoever decides has seen the same. */
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

const count = <T>(found: readonly (T | undefined)[]) => found.filter((one) => one !== undefined).length;

describe('a probe that is due', () => {
  test('is made by one of fifty who try at once, with the oldest that is parked', async () => {
    const { of, deliveries, standing, now } = await anEndpoint(3);
    const reads = together(50);
    const probes = await Promise.all(Array.from({ length: 50 }, () => probeOf(of, workNow(reads))));
    const [probe, ...more] = probes.filter((one) => one !== undefined);
    assert.deepEqual(more, []);
    assert.deepEqual([probe?.trigger, probe?.delivery.id], ['probe', deliveries[0]?.id]);
    const { health } = await standing();
    assert.deepEqual([health.state, health.probe?.token], ['half_open', probe?.delivery.lease?.token]);
    assert.equal(health.version, probe?.health.version);
    const stored = await now();
    assert.deepEqual(stored[0], probe?.delivery);
    assert.deepEqual(
      stored.map(({ status, lease, due_at }) => [status, lease === null, due_at]),
      [
        ['parked', false, null],
        ['parked', true, null],
        ['parked', true, null],
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
      const { health } = await findStanding(stores.db, of.tenant_id, of.webhook_id);
      const open = {
        ...health,
        state: 'open' as const,
        probe: null,
        probed: probed ?? null,
        next_probe_at: before(1).toISOString(),
      };
      await write([saveHealth({ id: of.webhook_id, tenant_id: of.tenant_id }, open, new Date())]);
      for (const one of await Promise.all(ids.map((id) => findDelivery(stores.db, of.tenant_id, id))))
        if (one?.lease) await write([saveDelivery({ ...one, lease: null, version: one.version + 1 }, one)]);
      assert.equal((await probeOf(of, workNow()))?.delivery.id, next);
    }
  });

  test('whose holder died is made again when its lease is over, not before', async () => {
    const until = (wait_ms: number) => ({ probe: { token: 'dead', until: before(wait_ms).toISOString() } });
    const half = { state: 'half_open', next_probe_at: null } as const;
    const dead = await anEndpoint(1, { ...half, ...until(1) });
    assert.equal((await probeOf(dead.of, workNow()))?.delivery.id, dead.deliveries[0]?.id);
    const alive = await anEndpoint(1, { ...half, ...until(-40_000) });
    assert.equal(await probeOf(alive.of, workNow()), undefined);
  });

  test('is not made of an endpoint that may not be called, which is due no more', async () => {
    const { of, webhook, standing } = await anEndpoint(1);
    await write(saveWebhook({ ...webhook, status: 'disabled', version: 2 }, webhook));
    assert.equal(await probeOf(of, workNow()), undefined);
    const { health } = await standing();
    assert.deepEqual([health.state, health.next_probe_at], ['open', null]);
  });
});

describe('while the breaker is open', () => {
  test('a delivery whose turn it is is parked without an attempt', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: before(-60_000).toISOString() });
    const due = await endpoint.due();
    const { health } = await endpoint.standing();
    assert.equal(await claim(due, 'mine', workNow()), undefined);
    const parked = await findDelivery(stores.db, due.tenant_id, due.delivery_id);
    const { status, attempts_made, schedule_step, due_at, next_attempt_at, lease } = parked ?? assert.fail();
    assert.deepEqual(
      [status, attempts_made, schedule_step, due_at, next_attempt_at, lease],
      ['parked', 0, 0, null, null, null],
    );
    assert.deepEqual((await endpoint.standing()).health, health);
  });

  test('one that is parked when a probe is overdue wakes it', async () => {
    const endpoint = await anEndpoint(0);
    sent.length = 0;
    assert.equal(await claim(await endpoint.due(), 'mine', workNow()), undefined);
    assert.deepEqual(sent, [{ ...endpoint.of, delay_seconds: 0 }]);
    assert.ok(await probeOf(endpoint.of, workNow()));
  });

  test('whoever would park what the breaker lets through by now sends it', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: before(-60_000).toISOString() });
    const due = await endpoint.due();
    let reads = 0;
    const batch: Database['batch'] = async (keys) => {
      const found = await stores.db.batch(keys);
      reads += 1;
      if (reads === 1) {
        const { webhook, health } = await endpoint.standing();
        if (webhook)
          await write([saveHealth(webhook, alignNow({ ...health, ...untriedHealth }, new Date()), new Date())]);
      }
      return found;
    };
    const inHand = await claim(due, 'mine', workNow({ batch }));
    assert.deepEqual([inHand?.delivery.status, inHand?.trigger, reads], ['pending', 'automatic', 2]);
  });

  test('a resend that its webhook was disabled after is taken in hand, to be dropped, and waits for no probe', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: null });
    await write(saveWebhook({ ...endpoint.webhook, status: 'disabled', version: 2 }, endpoint.webhook));
    const asked = { next_attempt_at: null, manual_due_at: before(1).toISOString(), attempts_made: 3 };
    const due = await endpoint.due({ status: 'failed', ...asked });
    sent.length = 0;
    const inHand = await claim(due, 'mine', workNow());
    assert.deepEqual([inHand?.trigger, inHand?.delivery.lease?.token, sent], ['manual', 'mine', []]);
  });

  test('of twenty that somebody asked for one is the probe, whatever its time', async () => {
    const endpoint = await anEndpoint(0, { next_probe_at: before(-60_000).toISOString() });
    const asked: AttemptTrigger[] = ['manual', 'test'];
    const dues = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        endpoint.due(
          asked[nth % 2] === 'manual'
            ? { status: 'failed', next_attempt_at: null, manual_due_at: before(1).toISOString(), attempts_made: 3 }
            : { first_trigger: 'test' },
        ),
      ),
    );
    const reads = together(20);
    const claims = await Promise.all(dues.map((due) => claim(due, `of ${due.delivery_id}`, workNow(reads))));
    assert.equal(count(claims), 1);
    const { health } = await endpoint.standing();
    const [probe] = claims.filter((one) => one !== undefined);
    assert.deepEqual([health.state, health.probe?.token], ['half_open', probe?.delivery.lease?.token]);
    const others = dues.filter(({ delivery_id }) => delivery_id !== probe?.delivery.id);
    for (const { tenant_id, delivery_id, attempts_made } of others) {
      const one = await findDelivery(stores.db, tenant_id, delivery_id);
      // A resend stays as it is and waits; a test is parked as everything else.
      assert.deepEqual([one?.status, one?.due_at !== null], attempts_made === 0 ? ['parked', false] : ['failed', true]);
    }
  });
});

describe('what was parked', () => {
  const aligned = (): Partial<StoredHealth> => ({
    ...untriedHealth,
    ...alignNow(noHealth, before(120_000)),
    version: 0,
  });

  test('comes back oldest first, on the ramp, and its job is over when all have', async () => {
    const { of, deliveries, standing, now } = await anEndpoint(45, aligned());
    sent.length = 0;
    await runJob(deliveryAlignment(of), workNow(), 1);
    const released = await now();
    assert.deepEqual(new Set(released.map(({ status }) => status)), new Set(['pending']));
    const times = released.map(({ next_attempt_at }) => String(next_attempt_at));
    assert.deepEqual(times, times.toSorted());
    assert.equal(new Set(times).size, times.length);
    assert.ok(released.every(({ due_at, next_attempt_at }) => due_at !== null && due_at > String(next_attempt_at)));
    assert.deepEqual(
      sent.map(({ delivery_id }) => delivery_id),
      deliveries.map(({ id }) => id),
    );
    const { health } = await standing();
    assert.deepEqual([health.job, health.ramp], [null, null]);
  });

  test('stays while the breaker is open', async () => {
    const { of, now } = await anEndpoint(2, { job: alignNow(noHealth, before(120_000)).job });
    await runJob(deliveryAlignment(of), workNow(), 1);
    assert.deepEqual(new Set((await now()).map(({ status }) => status)), new Set(['parked']));
  });

  test('comes back though who brings it dies after every write, each once', async () => {
    const { of, standing, now } = await anEndpoint(45, aligned());
    const released = async () => (await now()).filter(({ status }) => status === 'pending').length;
    let [deaths, before_] = [0, 0];
    while ((await standing()).health.job !== null) {
      // The lease of whoever died is over.
      const { webhook, health } = await standing();
      if (webhook && health.job?.held_until)
        await write([
          saveHealth(
            webhook,
            { ...health, job: { ...health.job, held_until: null, due_at: before(1).toISOString() } },
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
      await runJob(deliveryAlignment(of), workNow({ batch }), 1).catch(() => {
        deaths += 1;
      });
      const all = await released();
      assert.ok(all >= before_, 'nothing is taken back');
      before_ = all;
    }
    assert.ok(deaths >= 3, `${deaths} deaths`);
    assert.equal(before_, 45);
    assert.deepEqual(new Set((await now()).map(({ version }) => version)), new Set([2]));
  });

  test('is not brought back by whoever has not read the newest cause', async () => {
    const { of, webhook, standing, now } = await anEndpoint(3, aligned());
    let reads = 0;
    const batch: Database['batch'] = async (keys) => {
      const found = await stores.db.batch(keys);
      reads += 1;
      if (reads === 1) {
        const { health } = await standing();
        const disabled = { ...webhook, status: 'disabled' as const, version: 2 };
        await write([...saveWebhook(disabled, webhook), saveHealth(webhook, alignNow(health, new Date()), new Date())]);
      }
      return found;
    };
    await runJob(deliveryAlignment(of), workNow({ batch }), 1);
    assert.deepEqual(new Set((await now()).map(({ status }) => status)), new Set(['parked']));
  });
});
