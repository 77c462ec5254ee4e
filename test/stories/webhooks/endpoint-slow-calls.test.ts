import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { untriedHealth } from '../../../functions/delivery/webhooks/health.ts';
import { answered, before, endpointsOn } from '../../helpers/endpoints-on.ts';
import { shared } from '../../helpers/shared.ts';
import { claiming, startStoresWithQueue } from '../../helpers/stores-with-queue.ts';
import { test } from '../../helpers/tests.ts';

const { stores, sent } = await shared('stores with a queue', startStoresWithQueue);
const { workNow, anEndpoint } = endpointsOn(stores);
const { recordHealth, withSlowCallDetection } = await import(
  '../../../functions/delivery/deliveries/endpoint-health.ts'
);

/** A healthy endpoint, and attempts that get their answer when its health is as the test wants it. */
const aSlowEndpoint = async () => {
  const endpoint = await anEndpoint(0, {
    ...untriedHealth,
    last_success_at: before(1).toISOString(),
  });
  const healthNow = async () => (await endpoint.present()).health;
  const attempted = async (
    token: string,
    answers: (health: Awaited<ReturnType<typeof healthNow>>) => boolean,
  ) => {
    const leased =
      (await claiming(await endpoint.due(), token, workNow())) ?? assert.fail('nothing to attempt');
    return {
      leased,
      ...(await withSlowCallDetection(leased, workNow(), async () => {
        while (!answers(await healthNow())) await pause(20);
        return answered(200);
      })),
    };
  };
  return { ...endpoint, healthNow, attempted };
};

test('a slow call is the probe while it waits, and its answer brings back what came meanwhile', async () => {
  const { attempted, healthNow, due, present, of } = await aSlowEndpoint();
  const slow = await attempted('slow', ({ state }) => state === 'half_open');
  assert.deepEqual(slow.health.probe, slow.leased.delivery.lease);
  assert.deepEqual(slow.health, await healthNow());
  assert.equal(await claiming(await due(), 'another', workNow()), undefined);

  sent.length = 0;
  const { webhook = assert.fail(), ...rest } = await present();
  const known = { ...rest, webhook, health: slow.health };
  await recordHealth(
    { endpoint: known, delivery: slow.leased.delivery, result: slow.outcome },
    workNow(),
  );
  const { state, probe, job } = await healthNow();
  assert.deepEqual([state, probe, job === null], ['healthy', null, false]);
  assert.deepEqual(sent, [{ kind: 'endpoint', ...of, delay_seconds: 0 }]);
});

test('of several slow calls one is the probe', async () => {
  const { attempted, healthNow } = await aSlowEndpoint();
  const both = ({ state }: Awaited<ReturnType<typeof healthNow>>) => state === 'half_open';
  const [one, other] = await Promise.all([attempted('one', both), attempted('other', both)]);
  const { probe, version } = await healthNow();
  assert.ok(['one', 'other'].includes(probe?.token ?? ''));
  assert.equal(version, 2);
  assert.ok([one, other].some(({ health }) => health.probe?.token === probe?.token));
});

test('a slow call that cannot be recorded fails no attempt', async () => {
  const { attempted } = await aSlowEndpoint();
  const { leased, health } = await attempted('quick', () => true);
  let reads = 0;
  const get = () => {
    reads += 1;
    return Promise.reject(new Error('nobody answers'));
  };
  const waiting = async () => {
    while (reads === 0) await pause(20);
    return 'an answer';
  };
  assert.deepEqual(await withSlowCallDetection(leased, workNow({ get }), waiting), {
    outcome: 'an answer',
    health,
  });
});
