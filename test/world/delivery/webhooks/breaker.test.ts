import '../../process.ts';
import assert from 'node:assert/strict';
import { anEndpoint, withStatus } from '../../../helpers/an-endpoint.ts';
import { durations } from '../../../helpers/durations.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { isNow, webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness, clock } = await world();

/** So many events at once, which is what opens the breaker of an endpoint that takes none. */
const severalEvents = (business: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => aCustomer(business)));

const probe_jitter = 0.2;

const isProbe = (attempt: Any): boolean => attempt?.trigger === 'probe';

test('a dead endpoint is left alone after five failures, probed by one delivery, and gets everything once it is back', async (t) => {
  const business = await aBusiness();
  const { ask, create, deliveries, read } = webhooksOf(business);
  const endpoint = await anEndpoint(t, withStatus(500));
  const webhook = await create({ url: endpoint.url, event_types: ['customer.created'] });
  const health = async (): Promise<Any> => (await ask('GET', `/webhooks/${webhook.id}`)).health;
  const all = () => deliveries(`limit=100&webhook_id=${webhook.id}`);

  await severalEvents(business, 5);
  await clock.advance(1_000);
  const opened = await health();
  assert.deepEqual(
    [opened.state, opened.consecutive_failures, opened.last_success_at],
    ['open', 5, null],
  );
  assert.equal(endpoint.arrivals.length, 5);
  await severalEvents(business, 6);
  await clock.advance(1_000);
  const paused = (await all()).filter(isNow('paused'));
  assert.deepEqual(
    paused.map(({ attempts_made, attempts_left }) => [attempts_made, attempts_left]),
    Array(6).fill([0, 11]),
  );
  assert.equal(endpoint.arrivals.length, 5);

  const before = new Map((await all()).map(({ id, attempts_left }) => [id, attempts_left]));
  let release = () => {};
  endpoint.answer((response) => {
    release = () => response.writeHead(500).end();
  });
  const steps = durations.probe_steps_ms.slice(0, 3);
  for (const [index, step] of steps.entries()) {
    const { last_failure_at, next_probe_at } = await health();
    const wait_ms = Date.parse(next_probe_at) - Date.parse(last_failure_at);
    assert.ok(
      Math.abs(wait_ms - step) <= step * probe_jitter + 1,
      `${wait_ms} is not about ${step}`,
    );
    await clock.advance(Date.parse(next_probe_at) - clock.now() - 1);
    assert.equal(endpoint.arrivals.length, 5 + index, 'it came before its time');
    await clock.advance(1_001);
    const probing = await health();
    assert.deepEqual([probing.state, probing.next_probe_at], ['half_open', null]);
    await clock.advance(2_000);
    assert.equal(endpoint.arrivals.length, 5 + index + 1, 'one probe');
    release();
    await clock.advance(1);
    assert.equal((await health()).state, 'open');
  }
  for (const { last_attempt, id, attempts_left } of await all())
    if (isProbe(last_attempt))
      assert.equal(attempts_left, before.get(id), 'a probe leaves the budget');

  endpoint.answer(withStatus(200));
  await clock.advance(Date.parse((await health()).next_probe_at) - clock.now() + 1_000);
  const found = await all();
  assert.deepEqual([found.length, found.every(isNow('succeeded'))], [11, true]);
  const attempts = (await Promise.all(found.map(read))).flatMap((one) => one.attempts);
  const [probes, others] = [attempts.filter(isProbe), attempts.filter((one) => !isProbe(one))];
  assert.deepEqual(probes.map(({ error }) => error === null).toSorted(), [
    false,
    false,
    false,
    true,
  ]);
  assert.equal(others.filter(({ error }) => error === null).length, 10, 'each arrived once');
  const { state, consecutive_failures, next_probe_at } = await health();
  assert.deepEqual([state, consecutive_failures, next_probe_at], ['healthy', 0, null]);
  assert.equal((await ask('GET', `/webhooks/${webhook.id}`)).version, 1);
});
