import '../../process.ts';
import assert from 'node:assert/strict';
import { deliverWebhook } from '../../../../functions/app/jobs/jobs.ts';
import { getDelivery } from '../../../../functions/delivery/deliveries/routes.ts';
import { functionName } from '../../../../lib/environments.ts';
import { anEndpoint, verifies, withStatus } from '../../../helpers/an-endpoint.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import { administer, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { losingEndpointMessages, webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const machine = await world();
const { aBusiness, clock, mappings } = machine;

/** The sweep has come once, and what it began is done. */
const sweep_ms = 61_000;

/** The answer that keeps a delivery open: the endpoint wants it in a quarter of an hour. */
const later = withStatus(503, { 'retry-after': '900' });

test('410 disables the webhook, pauses what is open and notifies the others', async (t) => {
  const business = await aBusiness();
  const { create, test: send, read, ask } = webhooksOf(business);
  const [endpoint, witness] = [await anEndpoint(t, later), await anEndpoint(t)];
  const webhook = await create({ url: endpoint.url });
  await create({ url: witness.url, event_types: ['webhook.disabled'] });
  const open = await send(webhook);
  await clock.advance(1_000);
  assert.equal((await read(open)).status, 'retrying');
  endpoint.answer(withStatus(410));
  const last = await send(webhook);
  await clock.advance(sweep_ms);
  const gone = await read(last);
  assert.deepEqual([gone.status, gone.attempts[0].response.status], ['paused', 410]);
  const paused = await read(open);
  assert.deepEqual([paused.status, paused.next_attempt_at], ['paused', null]);
  const disabled = await ask('GET', `/webhooks/${webhook.id}`);
  assert.deepEqual([disabled.status, disabled.disabled_reason], ['disabled', 'endpoint_gone']);
  const [{ reported } = assert.fail()] = witness.arrivals;
  assert.deepEqual(
    [reported.type, reported.data.id, reported.data.disabled_reason],
    ['webhook.disabled', webhook.id, 'endpoint_gone'],
  );
  const { data: events } = await ask(
    'GET',
    `/events?resource_id=${webhook.id}&type=webhook.disabled`,
  );
  assert.equal(events.length, 1);
  assert.equal(events[0].causation.actor.type, 'system');
});

test('disable pauses what is open and suppresses what comes; enable resumes and delivers what was paused', async (t) => {
  const business = await aBusiness();
  const { create, test: send, deliveries, read, ask } = webhooksOf(business);
  const endpoint = await anEndpoint(t, later);
  const webhook = await create({ url: endpoint.url, event_types: ['customer.*'] });
  const open = await send(webhook);
  await clock.advance(1_000);
  assert.equal((await read(open)).status, 'retrying');
  const disabled = await ask('POST', `/webhooks/${webhook.id}/disable`, { reason: 'maintenance' });
  assert.deepEqual(
    [disabled.disabled_reason, disabled.status_reason],
    ['requested', 'maintenance'],
  );
  await clock.advance(1_000);
  assert.equal((await read(open)).status, 'paused');
  await aCustomer(business);
  await clock.advance(1_000);
  const [suppressed] = await deliveries(`webhook_id=${webhook.id}&status=suppressed`);
  assert.deepEqual([suppressed.attempts_made, suppressed.next_attempt_at], [0, null]);
  for (const { id } of [open, suppressed]) {
    const resent = await business.call({ method: 'POST', path: `/deliveries/${id}/resend` });
    assert.deepEqual([resent.status, resent.body.code], [409, 'action_not_allowed']);
  }
  const tested = await business.call({ method: 'POST', path: `/webhooks/${webhook.id}/test` });
  assert.deepEqual([tested.status, tested.body.code], [409, 'action_not_allowed']);
  assert.equal(endpoint.arrivals.length, 1);
  endpoint.answer(withStatus(200));
  const enabled = await ask('POST', `/webhooks/${webhook.id}/enable`);
  assert.deepEqual(
    [enabled.status, enabled.disabled_reason, enabled.health.state],
    ['enabled', null, 'healthy'],
  );
  await clock.advance(1_000);
  const delivered = await read(open);
  assert.deepEqual([delivered.status, delivered.attempts_made], ['succeeded', 2]);
  const before = await read(suppressed);
  assert.deepEqual([before.status, before.attempts_made], ['suppressed', 0]);
  await ask('POST', `/deliveries/${suppressed.id}/resend`);
  await clock.advance(1_000);
  const made = await read(suppressed);
  assert.equal(made.status, 'succeeded');
  assert.deepEqual(
    made.attempts.map(({ trigger }: Any) => trigger),
    ['manual'],
  );
});

test('delete cancels what is open, and its deliveries stay readable', async (t) => {
  const business = await aBusiness();
  const { create, test: send, read, ask } = webhooksOf(business);
  const endpoint = await anEndpoint(t);
  const webhook = await create({ url: endpoint.url });
  const arrived = await send(webhook);
  await clock.advance(1_000);
  assert.equal((await read(arrived)).status, 'succeeded');
  endpoint.answer(later);
  const open = await send(webhook);
  await clock.advance(1_000);
  assert.equal((await read(open)).status, 'retrying');
  await ask('DELETE', `/webhooks/${webhook.id}`);
  await clock.advance(1_000);
  const canceled = await read(open);
  assert.deepEqual(
    [canceled.status, canceled.allowed_actions, canceled.next_attempt_at],
    ['canceled', [], null],
  );
  assert.equal((await read(arrived)).status, 'succeeded');
  for (const { id } of [open, arrived]) {
    const { allowed_actions } = await ask('GET', `/deliveries/${id}`);
    assert.deepEqual(allowed_actions, []);
    const resent = await business.call({ method: 'POST', path: `/deliveries/${id}/resend` });
    assert.deepEqual([resent.status, resent.body.status_reason], [409, 'Its webhook was deleted.']);
  }
  const listed = (await ask('GET', `/deliveries?webhook_id=${webhook.id}`)).data;
  assert.deepEqual(
    listed.map((one: Any) => [one.status, one.allowed_actions]),
    [
      ['canceled', []],
      ['succeeded', []],
    ],
  );
  assert.deepEqual((await ask('GET', '/deliveries?status=undelivered')).data, []);
  assert.equal(
    (await business.call({ method: 'GET', path: `/webhooks/${webhook.id}` })).status,
    404,
  );
});

/** A delivery by the function itself: a suspended business is let in nowhere. */
const operated = async ({ operate }: Tenant, { id }: Any): Promise<Any> =>
  (await operate(getDelivery, { params: { delivery_id: id } })).body;

test('the deliveries of a suspended account are paused, and delivered when it is reactivated', async (t) => {
  const business = await aBusiness();
  const { create, test: send, read } = webhooksOf(business);
  const endpoint = await anEndpoint(t, later);
  const webhooks = [await create({ url: endpoint.url }), await create({ url: endpoint.url })];
  await create({ url: endpoint.url, event_types: ['api_key.*'] });
  const sent = [await send(webhooks[0]), await send(webhooks[1])];
  await clock.advance(1_000);
  for (const one of sent) assert.equal((await read(one)).status, 'retrying');
  await administer(machine, { command: 'suspend', tenant_id: business.tenant_id });
  await clock.advance(sweep_ms);
  for (const one of sent) assert.equal((await operated(business, one)).status, 'paused');
  const before = endpoint.arrivals.length;
  endpoint.answer(withStatus(200));
  await clock.advance(16 * 60_000);
  assert.equal(endpoint.arrivals.length, before);
  await administer(machine, { command: 'reactivate', tenant_id: business.tenant_id });
  await clock.advance(sweep_ms);
  for (const one of sent) assert.equal((await read(one)).status, 'succeeded');
  for (const [index, { event_id }] of sent.entries()) {
    const arrived = endpoint.arrivals.slice(before).filter(({ id }) => id === event_id);
    assert.equal(arrived.length, 1);
    assert.ok(arrived.every((arrival) => verifies(webhooks[index].secret, arrival)));
  }
});

test('what was notified before its webhook is disabled or its account suspended is not sent, though nobody has reconciled it', async (t) => {
  const business = await aBusiness();
  const { create, test: send, ask } = webhooksOf(business);
  const endpoint = await anEndpoint(t);
  const webhooks = [await create({ url: endpoint.url }), await create({ url: endpoint.url })];
  const worker = functionName('sandbox', deliverWebhook.id);
  mappings.pause(worker);
  const reconciling = losingEndpointMessages(machine);
  t.after(() => {
    mappings.resume(worker);
    reconciling.remove();
  });
  const open = [await send(webhooks[0]), await send(webhooks[1])];
  await ask('POST', `/webhooks/${webhooks[0].id}/disable`, {});
  await administer(machine, { command: 'suspend', tenant_id: business.tenant_id });
  mappings.resume(worker);
  await clock.advance(1_000);
  for (const one of open) {
    const { status, attempts_made } = await operated(business, one);
    assert.deepEqual([status, attempts_made], ['paused', 0]);
  }
  assert.equal(endpoint.arrivals.length, 0);
});
