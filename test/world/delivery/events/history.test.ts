import '../../process.ts';
import assert from 'node:assert/strict';
import { anEndpoint } from '../../../helpers/an-endpoint.ts';
import { posted } from '../../../helpers/call.ts';
import { individual } from '../../../helpers/fixtures/customers.ts';
import { test } from '../../../helpers/tests.ts';
import { webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness, clock } = await world();

test('an event shows what caused it, its deliveries, and what each attempt came to', async (t) => {
  const business = await aBusiness();
  const { create, ask } = webhooksOf(business);
  const long = 'ä'.repeat(6_000);
  const endpoint = await anEndpoint(t, (response, nth) => {
    response.writeHead(nth === 1 ? 500 : 200, { 'x-served-by': 'us', 'set-cookie': 'id=1' });
    setTimeout(() => response.end(nth === 1 ? long : 'ok'), nth * 100);
  });
  const webhook = await create({ url: endpoint.url, headers: { 'x-api-token': 'theirs' } });
  const created = await posted(business, '/customers', 'key-of-the-creation', individual({}));
  await clock.advance(10_000);
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
  for (const { number, duration_ms, timings } of [failed, succeeded])
    assert.deepEqual([duration_ms, timings.first_byte_ms], [number * 100, number * 100]);
  assert.deepEqual(await ask('GET', `/deliveries/${delivery.id}`), delivery);
});
