import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint } from '../../helpers/an-endpoint.ts';
import { customersOf } from '../../helpers/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { isNow, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();

const typesOf = ({ arrivals }: { arrivals: readonly { type: string }[] }) =>
  arrivals.map(({ type }) => type).toSorted();

test('a webhook gets the types it subscribes to, by name, by resource or all, and nothing older than itself', async (t) => {
  const tenant = await aTenant(local);
  const { create, several } = webhooksOf(tenant);
  const { create: born, act } = customersOf(tenant);
  await born({});
  const subscriptions = [['*'], ['customer.*'], ['customer.suspended'], ['customer.closed', 'api_key.*']];
  const made = [];
  for (const event_types of subscriptions) {
    const endpoint = await anEndpoint(t);
    made.push({ endpoint, webhook: await create({ url: endpoint.url, event_types }) });
  }
  const { body: customer } = await born({});
  await act(customer.id, 'suspend');
  await act(customer.id, 'close');
  const expected = [3, 3, 1, 1];
  for (const [index, { webhook }] of made.entries()) await several(webhook, expected[index] ?? 0, isNow('succeeded'));
  const all = ['customer.closed', 'customer.created', 'customer.suspended'];
  assert.deepEqual(
    made.map(({ endpoint }) => typesOf(endpoint)),
    [all, all, ['customer.suspended'], ['customer.closed']],
  );
  const ids = made.map(({ endpoint }) => endpoint.arrivals.find(({ type }) => type === 'customer.closed')?.id);
  assert.equal(new Set([ids[0], ids[1], ids[3]]).size, 1, 'an event has one webhook-id at every webhook');
});

test('a test goes to its webhook only, whatever it subscribes to, with the example of the type', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, ask, delivery, deliveries } = webhooksOf(tenant);
  const [asked, other] = [await anEndpoint(t), await anEndpoint(t)];
  const webhook = await create({ url: asked.url, event_types: ['api_key.*'] });
  await create({ url: other.url });
  const plain = await send(webhook);
  await send(webhook, 'customer.created');
  await asked.arrived(2);
  assert.deepEqual(typesOf(asked), ['customer.created', 'webhook.test']);
  const { data: types } = await ask('GET', '/event-types?limit=100');
  const { example } = types.find(({ name }: Any) => name === 'customer.created');
  const { reported } = asked.arrivals.find(({ type }) => type === 'customer.created') ?? {};
  assert.equal(JSON.stringify(reported.data), JSON.stringify(example.data));
  assert.deepEqual(
    asked.arrivals.map((one) => one.reported.test),
    [true, true],
  );
  const { attempts } = await delivery(plain, isNow('succeeded'));
  assert.equal(attempts[0].trigger, 'test');
  assert.equal((await deliveries('limit=100')).length, 2);
  assert.equal(other.arrivals.length, 0);
});

test('custom headers come with every delivery, and the history masks them all', async (t) => {
  const [tenant, endpoint] = [await aTenant(local), await anEndpoint(t)];
  const { create, test: send, delivery } = webhooksOf(tenant);
  const headers = { 'X-Environment': 'staging', Authorization: 'Bearer of-the-endpoint' };
  const sent = await send(await create({ url: endpoint.url, headers }));
  const arrival = await endpoint.arrived(1);
  assert.equal(arrival.headers['x-environment'], 'staging');
  assert.equal(arrival.headers.authorization, 'Bearer of-the-endpoint');
  const { attempts } = await delivery(sent, isNow('succeeded'));
  const { headers: shown } = attempts[0].request;
  assert.deepEqual([shown['x-environment'], shown.authorization], ['****', '****']);
  assert.equal(shown['webhook-signature'], 'v1,****');
  assert.equal(shown['webhook-id'], arrival.id);
});

test('a resend sends the same webhook-id and body once more and leaves the budget; never while one is in flight', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, delivery, ask } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t);
  const sent = await send(await create({ url: endpoint.url }));
  await delivery(sent, isNow('succeeded'));
  let release = () => {};
  endpoint.answer((response) => {
    release = () => response.end('again');
  });
  const path = `/deliveries/${sent.id}/resend`;
  await ask('POST', path);
  await endpoint.arrived(2);
  const inFlight = await tenant.call({ method: 'POST', path });
  assert.deepEqual([inFlight.status, inFlight.body.code], [409, 'delivery_in_flight']);
  assert.match(inFlight.headers['retry-after'] ?? '', /^[1-9]\d*$/);
  release();
  const resent = await delivery(sent, ({ attempts_made }) => attempts_made === 2);
  assert.equal(resent.status, 'succeeded');
  assert.deepEqual(
    resent.attempts.map(({ trigger }: Any) => trigger),
    ['test', 'manual'],
  );
  assert.equal(new Set(endpoint.arrivals.map(({ id, body }) => `${id} ${body}`)).size, 1);
  endpoint.answer((response) => response.end());
  await until(async () => (await tenant.call({ method: 'POST', path })).status === 202, 'it can be sent again');
});
