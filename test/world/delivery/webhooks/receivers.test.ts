import '../../process.ts';
import assert from 'node:assert/strict';
import { fanOutEvent } from '../../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../../lib/environments.ts';
import { anEndpoint } from '../../../helpers/an-endpoint.ts';
import { customersOf } from '../../../helpers/customers.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness, clock, mappings } = await world();
const fanOut = functionName('sandbox', fanOutEvent.id);

const typesOf = ({ arrivals }: { arrivals: readonly { type: string }[] }) =>
  arrivals.map(({ type }) => type).toSorted();

test('a webhook gets the types it subscribes to, by name, by resource or all, and nothing older than itself', async (t) => {
  const business = await aBusiness();
  const { create } = webhooksOf(business);
  const { create: born, act } = customersOf(business);
  // Its fan-out comes when the webhooks are there.
  mappings.pause(fanOut);
  await born({});
  await clock.advance(1);
  const subscriptions = [
    ['*'],
    ['customer.*'],
    ['customer.suspended'],
    ['customer.closed', 'api_key.*'],
  ];
  const endpoints = [];
  for (const event_types of subscriptions) {
    const endpoint = await anEndpoint(t);
    await create({ url: endpoint.url, event_types });
    endpoints.push(endpoint);
  }
  mappings.resume(fanOut);
  const { body: customer } = await born({});
  await act(customer.id, 'suspend');
  await act(customer.id, 'close');
  await clock.advance(1_000);
  const all = ['customer.closed', 'customer.created', 'customer.suspended'];
  assert.deepEqual(endpoints.map(typesOf), [all, all, ['customer.suspended'], ['customer.closed']]);
  const ids = endpoints.map(
    ({ arrivals }) => arrivals.find(({ type }) => type === 'customer.closed')?.id,
  );
  assert.equal(
    new Set([ids[0], ids[1], ids[3]]).size,
    1,
    'an event has one webhook-id at every webhook',
  );
});

test('a test goes to its webhook only, whatever it subscribes to, with the example of the type', async (t) => {
  const business = await aBusiness();
  const { create, test: send, ask, read, deliveries } = webhooksOf(business);
  const [asked, other] = [await anEndpoint(t), await anEndpoint(t)];
  const webhook = await create({ url: asked.url, event_types: ['api_key.*'] });
  await create({ url: other.url });
  const plain = await send(webhook);
  await send(webhook, 'customer.created');
  await clock.advance(1_000);
  assert.deepEqual(typesOf(asked), ['customer.created', 'webhook.test']);
  const { data: types } = await ask('GET', '/event-types?limit=100');
  const { example } = types.find(({ name }: Any) => name === 'customer.created');
  const { reported } = asked.arrivals.find(({ type }) => type === 'customer.created') ?? {};
  assert.equal(JSON.stringify(reported.data), JSON.stringify(example.data));
  assert.deepEqual(
    asked.arrivals.map((one) => one.reported.test),
    [true, true],
  );
  const { attempts } = await read(plain);
  assert.deepEqual(
    attempts.map(({ trigger }: Any) => trigger),
    ['test'],
  );
  assert.equal((await deliveries('limit=100')).length, 2);
  assert.equal(other.arrivals.length, 0);
});

test('custom headers come with every delivery, and the history masks them all', async (t) => {
  const [business, endpoint] = [await aBusiness(), await anEndpoint(t)];
  const { create, test: send, read } = webhooksOf(business);
  const headers = { 'X-Environment': 'staging', Authorization: 'Bearer of-the-endpoint' };
  const sent = await send(await create({ url: endpoint.url, headers }));
  await clock.advance(1_000);
  const [arrival = assert.fail()] = endpoint.arrivals;
  assert.equal(arrival.headers['x-environment'], 'staging');
  assert.equal(arrival.headers.authorization, 'Bearer of-the-endpoint');
  const { attempts } = await read(sent);
  const { headers: shown } = attempts[0].request;
  assert.deepEqual([shown['x-environment'], shown.authorization], ['****', '****']);
  assert.equal(shown['webhook-signature'], 'v1,****');
  assert.equal(shown['webhook-id'], arrival.id);
});

test('a resend sends the same webhook-id and body once more and leaves the budget; never while one is in flight', async (t) => {
  const business = await aBusiness();
  const { create, test: send, read, ask } = webhooksOf(business);
  const endpoint = await anEndpoint(t);
  const sent = await send(await create({ url: endpoint.url }));
  await clock.advance(1_000);
  assert.equal((await read(sent)).status, 'succeeded');
  let release = () => {};
  endpoint.answer((response) => {
    release = () => response.end('again');
  });
  const path = `/deliveries/${sent.id}/resend`;
  await ask('POST', path);
  await clock.advance(1_000);
  assert.equal(endpoint.arrivals.length, 2);
  const inFlight = await business.call({ method: 'POST', path });
  assert.deepEqual([inFlight.status, inFlight.body.code], [409, 'delivery_in_flight']);
  assert.match(inFlight.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  release();
  await clock.advance(1_000);
  const resent = await read(sent);
  assert.deepEqual([resent.status, resent.attempts_made], ['succeeded', 2]);
  assert.deepEqual(
    resent.attempts.map(({ trigger }: Any) => trigger),
    ['test', 'manual'],
  );
  assert.equal(new Set(endpoint.arrivals.map(({ id, body }) => `${id} ${body}`)).size, 1);
  endpoint.answer((response) => response.end());
  assert.equal((await business.call({ method: 'POST', path })).status, 202);
});
