import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tables as tableShapes } from '../../../functions/store/table.ts';
import { anEndpoint, withStatus } from '../../helpers/an-endpoint.ts';
import { aCustomer, aTenant, individual, posted } from '../../helpers/given.ts';
import { sharedHasty } from '../../helpers/hasty.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedIn } from '../../helpers/stored.ts';
import { isNow, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedHasty();

test('an event shows what caused it, its deliveries, and what each attempt came to', async (t) => {
  const tenant = await aTenant(local);
  const { create, several, ask } = webhooksOf(tenant);
  const long = 'ä'.repeat(6_000);
  const endpoint = await anEndpoint(t, (response, nth) => {
    response
      .writeHead(nth === 1 ? 500 : 200, { 'x-served-by': 'us', 'set-cookie': 'id=1' })
      .end(nth === 1 ? long : 'ok');
  });
  const webhook = await create({ url: endpoint.url, headers: { 'x-api-token': 'theirs' } });
  const created = await posted(tenant, '/customers', 'key-of-the-creation', individual({}));
  await several(webhook, 1, isNow('succeeded'));
  const { data } = await ask('GET', `/events?resource_id=${created.body.id}`);
  const event = await ask('GET', `/events/${data[0].id}`);
  assert.deepEqual(event.data, created.body);
  assert.equal(event.causation.request_id, created.headers['x-request-id']);
  assert.equal(event.causation.idempotency_key, 'key-of-the-creation');
  assert.equal(event.causation.actor.type, 'api_key');
  const [delivery, ...more] = event.deliveries;
  assert.deepEqual([delivery.webhook_id, delivery.url, more], [webhook.id, endpoint.url, []]);
  const [failed, succeeded] = delivery.attempts;
  assert.deepEqual([failed.number, failed.trigger, succeeded.number], [1, 'automatic', 2]);
  assert.deepEqual([failed.error.kind, succeeded.error], ['http_status', null]);
  assert.equal(failed.response.body_bytes, 12_000);
  assert.equal(failed.response.body, 'ä'.repeat(2_048));
  assert.match(failed.response.body_sha256, /^[0-9a-f]{64}$/);
  assert.deepEqual([succeeded.response.status, succeeded.response.body], [200, 'ok']);
  assert.equal(failed.remote_address, '127.0.0.1');
  assert.equal(failed.request.headers['x-api-token'], '****');
  assert.match(failed.request.headers['webhook-signature'], /^v1,\*+$/);
  assert.equal(failed.response.headers['x-served-by'], 'us');
  for (const { duration_ms, timings } of [failed, succeeded]) {
    assert.ok(duration_ms >= timings.first_byte_ms && timings.first_byte_ms >= 0);
  }
  assert.deepEqual(await ask('GET', `/deliveries/${delivery.id}`), delivery);
});

test('another tenant sees nothing of it', async (t) => {
  const [tenant, stranger, endpoint] = [await aTenant(local), await aTenant(local), await anEndpoint(t)];
  const { create, several, ask } = webhooksOf(tenant);
  const webhook = await create({ url: endpoint.url });
  const customer = await aCustomer(tenant);
  const [delivery] = await several(webhook, 1, isNow('succeeded'));
  const { data: events } = await ask('GET', `/events?customer_id=${customer.id}`);
  const theirs = [
    `/events/${events[0].id}`,
    `/deliveries/${delivery.id}`,
    `/webhooks/${webhook.id}`,
    `/customers/${customer.id}/timeline`,
  ];
  for (const path of theirs) {
    await ask('GET', path);
    assert.equal((await stranger.call({ method: 'GET', path })).status, 404, path);
  }
  const acts = [
    `/deliveries/${delivery.id}/resend`,
    ...['test', 'disable', 'rotate-secret'].map((act) => `${theirs[2]}/${act}`),
  ];
  for (const path of acts) assert.equal((await stranger.call({ method: 'POST', path })).status, 404, path);
  const lists = [
    '/webhooks',
    `/deliveries?webhook_id=${webhook.id}`,
    `/deliveries?event_id=${events[0].id}`,
    `/events?resource_id=${customer.id}`,
    `/events?customer_id=${customer.id}`,
  ];
  for (const path of lists) assert.deepEqual((await webhooksOf(stranger).ask('GET', path)).data, [], path);
});

test('the secret and the credentials of an endpoint lie in no replay record, no event and no log line', async (t) => {
  const [tenant, endpoint] = [await aTenant(local), await anEndpoint(t, withStatus(200))];
  const { test: send, delivery, ask } = webhooksOf(tenant);
  const created = await posted(tenant, '/webhooks', 'key-of-the-webhook', { url: endpoint.url });
  const rotated = await posted(tenant, `/webhooks/${created.body.id}/rotate-secret`, 'key-of-the-rotation', {});
  await delivery(await send(created.body), isNow('succeeded'));
  await ask('POST', `/webhooks/${created.body.id}/disable`);
  const arrival = await endpoint.arrived(1);
  const signatures = String(arrival.headers['webhook-signature'])
    .split(' ')
    .map((one) => one.slice('v1,'.length));
  const stored = storedIn(local);
  const names = Object.keys(tableShapes) as (keyof typeof tableShapes)[];
  const kept = await Promise.all(names.map(async (name) => [name, JSON.stringify(await stored.items(name))] as const));
  const logs = JSON.stringify(local.logs.lines());
  assert.equal(signatures.length, 2);
  for (const secret of [created.body.secret, rotated.body.secret, ...signatures]) {
    const text = secret.replace('whsec_', '').slice(0, -1);
    for (const [where, everything] of [...kept, ['logs', logs] as const]) assert.ok(!everything.includes(text), where);
  }
  const shown = await Promise.all(
    ['/webhooks', `/webhooks/${created.body.id}`, '/events', '/deliveries'].map(
      (path): Promise<Any> => ask('GET', path),
    ),
  );
  assert.ok(!JSON.stringify(shown).includes('whsec_'));
});
