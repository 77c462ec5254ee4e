import './process.ts';
import assert from 'node:assert/strict';
import { createCustomer } from '../../functions/identity/customers/routes.ts';
import { functionName } from '../../lib/environments.ts';
import { anEndpoint, withStatus } from '../helpers/an-endpoint.ts';
import { aCustomer } from '../helpers/fixtures/customers.ts';
import { aWebhook } from '../helpers/fixtures/webhooks.ts';
import { test } from '../helpers/tests.ts';
import { world } from './world.ts';

const { aBusiness, clock, faults } = await world();

test('a request takes 20 milliseconds, and no other time passes by itself', async () => {
  const business = await aBusiness();
  const created: number[] = [];
  for (const wait_ms of [0, 60_000, 0]) {
    await clock.advance(wait_ms);
    created.push(Date.parse((await aCustomer(business)).created_at));
  }
  const [first = 0, second = 0, third = 0] = created;
  assert.deepEqual([second - first, third - second], [60_020, 20]);
});

test('an event is delivered when time passes, and not before', async (t) => {
  const business = await aBusiness();
  const endpoint = await anEndpoint(t);
  await aWebhook(business, { url: endpoint.url, event_types: ['customer.created'] });
  const { id } = await aCustomer(business);
  assert.equal(endpoint.arrivals.length, 0);
  await clock.advance(5_000);
  assert.deepEqual(
    endpoint.arrivals.map(({ type, reported }) => [type, reported.data.id]),
    [['customer.created', id]],
  );
});

test('a delivery that failed is tried again after its wait', async (t) => {
  const business = await aBusiness();
  const endpoint = await anEndpoint(t, withStatus(500));
  await aWebhook(business, { url: endpoint.url, event_types: ['customer.created'] });
  await aCustomer(business);
  await endpoint.arrived(1);
  assert.equal(endpoint.arrivals.length, 1);
  endpoint.answer(withStatus(200));
  await clock.advance(5 * 60_000);
  assert.equal(endpoint.arrivals.length, 2);
  const [first, second] = endpoint.arrivals;
  assert.equal(second?.id, first?.id);
});

test('a wait within a request passes by itself', async () => {
  const business = await aBusiness();
  const before = clock.now();
  const throttled = faults.add({
    function: functionName('sandbox', createCustomer.id),
    operation: 'TransactWriteItems',
    nth: 1,
    effect: 'throttle',
  });
  await aCustomer(business);
  throttled.remove();
  assert.equal(throttled.hits, 1);
  assert.ok(clock.now() > before);
});
