import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { untriedHealth } from '../../functions/domain/webhooks/health.ts';
import { answered, before, endpointsOn } from '../helpers/endpoints-on.ts';
import { shared } from '../helpers/shared.ts';
import { startWaking } from '../helpers/waking.ts';

const { stores, sent } = await shared('waking', startWaking);
const { workNow, anEndpoint } = endpointsOn(stores);
const { claim } = await import('../../functions/workers/claim-delivery.ts');
const { watched } = await import('../../functions/workers/watch-attempt.ts');
const { recordHealth } = await import('../../functions/workers/endpoint-health.ts');

/** A healthy endpoint, and attempts of it that get their answer when its health is as they wait for. */
const anEndpointThatStalls = async () => {
  const endpoint = await anEndpoint(0, { ...untriedHealth, last_success_at: before(1).toISOString() });
  const healthNow = async () => (await endpoint.standing()).health;
  const attempted = async (token: string, answers: (health: Awaited<ReturnType<typeof healthNow>>) => boolean) => {
    const inHand = (await claim(await endpoint.due(), token, workNow())) ?? assert.fail('nothing to attempt');
    return {
      inHand,
      ...(await watched(inHand, workNow(), async () => {
        while (!answers(await healthNow())) await pause(20);
        return answered(200);
      })),
    };
  };
  return { ...endpoint, healthNow, attempted };
};

test('an attempt that waits for its answer is noted, the second is the probe, and its answer brings back what was parked', async () => {
  const { attempted, healthNow, due, standing, of } = await anEndpointThatStalls();
  const first = await attempted('first', ({ unanswered }) => unanswered !== null);
  assert.deepEqual([first.health.state, first.health.unanswered?.token], ['healthy', 'first']);
  assert.deepEqual(first.health, await healthNow());

  const second = await attempted('second', ({ state }) => state === 'half_open');
  assert.deepEqual([second.health.probe, second.health.unanswered], [second.inHand.delivery.lease, null]);
  assert.deepEqual(second.health, await healthNow());
  assert.equal(await claim(await due(), 'third', workNow()), undefined);

  sent.length = 0;
  const { webhook = assert.fail(), ...rest } = await standing();
  const known = { ...rest, webhook, health: second.health };
  await recordHealth({ standing: known, delivery: second.inHand.delivery, result: second.made }, workNow());
  const { state, stalled_since, job } = await healthNow();
  assert.deepEqual([state, stalled_since, job === null], ['healthy', null, false]);
  assert.deepEqual(sent, [{ ...of, delay_seconds: 0 }]);
});

test('what cannot be noted fails no attempt', async () => {
  const { attempted } = await anEndpointThatStalls();
  const { inHand, health } = await attempted('quick', () => true);
  let reads = 0;
  const get = () => {
    reads += 1;
    return Promise.reject(new Error('nobody answers'));
  };
  const waiting = async () => {
    while (reads === 0) await pause(20);
    return 'an answer';
  };
  assert.deepEqual(await watched(inHand, workNow({ get }), waiting), { made: 'an answer', health });
});
