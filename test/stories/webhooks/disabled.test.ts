import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDelivery } from '../../../functions/deliveries/routes.ts';
import { deliverWebhook } from '../../../functions/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { anEndpoint, verifies, withStatus } from '../../helpers/an-endpoint.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { administer, aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { isNow, losingEndpointMessages, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();

/** What keeps a delivery open: the endpoint wants it in a quarter of an hour. */
const later = withStatus(503, { 'retry-after': '900' });

test('410 disables the webhook, pauses what is open and notifies the others', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, delivery, ask } = webhooksOf(tenant);
  const [endpoint, witness] = [await anEndpoint(t, later), await anEndpoint(t)];
  const webhook = await create({ url: endpoint.url });
  await create({ url: witness.url, event_types: ['webhook.disabled'] });
  const open = await send(webhook);
  await delivery(open, isNow('retrying'));
  endpoint.answer(withStatus(410));
  const last = await send(webhook);
  const gone = await delivery(last, isNow('paused'));
  assert.equal(gone.attempts[0].response.status, 410);
  const paused = await delivery(open, isNow('paused'));
  assert.equal(paused.next_attempt_at, null);
  const disabled = await ask('GET', `/webhooks/${webhook.id}`);
  assert.deepEqual([disabled.status, disabled.disabled_reason], ['disabled', 'endpoint_gone']);
  const { reported } = await witness.arrived(1);
  assert.deepEqual(
    [reported.type, reported.data.id, reported.data.disabled_reason],
    ['webhook.disabled', webhook.id, 'endpoint_gone'],
  );
  const { data: events } = await ask('GET', `/events?resource_id=${webhook.id}&type=webhook.disabled`);
  assert.equal(events.length, 1);
  assert.equal(events[0].causation.actor.type, 'system');
});

test('disable pauses what is open and suppresses what comes; enable resumes and delivers what was paused', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, delivery, ask, several } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t, later);
  const webhook = await create({ url: endpoint.url, event_types: ['customer.*'] });
  const open = await send(webhook);
  await delivery(open, isNow('retrying'));
  const disabled = await ask('POST', `/webhooks/${webhook.id}/disable`, { reason: 'maintenance' });
  assert.deepEqual([disabled.disabled_reason, disabled.status_reason], ['requested', 'maintenance']);
  await delivery(open, isNow('paused'));
  await aCustomer(tenant);
  const [suppressed] = await several(webhook, 1, isNow('suppressed'));
  assert.deepEqual([suppressed.attempts_made, suppressed.next_attempt_at], [0, null]);
  for (const { id } of [open, suppressed]) {
    const resent = await tenant.call({ method: 'POST', path: `/deliveries/${id}/resend` });
    assert.deepEqual([resent.status, resent.body.code], [409, 'action_not_allowed']);
  }
  const tested = await tenant.call({ method: 'POST', path: `/webhooks/${webhook.id}/test` });
  assert.deepEqual([tested.status, tested.body.code], [409, 'action_not_allowed']);
  assert.equal(endpoint.arrivals.length, 1);
  endpoint.answer(withStatus(200));
  const enabled = await ask('POST', `/webhooks/${webhook.id}/enable`);
  assert.deepEqual([enabled.status, enabled.disabled_reason, enabled.health.state], ['enabled', null, 'healthy']);
  const delivered = await delivery(open, isNow('succeeded'));
  assert.equal(delivered.attempts_made, 2);
  assert.equal((await delivery(suppressed, isNow('suppressed'))).attempts_made, 0);
  await ask('POST', `/deliveries/${suppressed.id}/resend`);
  const made = await delivery(suppressed, isNow('succeeded'));
  assert.deepEqual(
    made.attempts.map(({ trigger }: Any) => trigger),
    ['manual'],
  );
});

test('delete cancels what is open, and its deliveries stay readable', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, delivery, ask } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t);
  const webhook = await create({ url: endpoint.url });
  const arrived = await send(webhook);
  await delivery(arrived, isNow('succeeded'));
  endpoint.answer(later);
  const open = await send(webhook);
  await delivery(open, isNow('retrying'));
  await ask('DELETE', `/webhooks/${webhook.id}`);
  const canceled = await delivery(open, isNow('canceled'));
  assert.deepEqual([canceled.allowed_actions, canceled.next_attempt_at], [[], null]);
  assert.equal((await delivery(arrived, () => true)).status, 'succeeded');
  for (const { id } of [open, arrived]) {
    const { allowed_actions } = await ask('GET', `/deliveries/${id}`);
    assert.deepEqual(allowed_actions, []);
    const resent = await tenant.call({ method: 'POST', path: `/deliveries/${id}/resend` });
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
  assert.equal((await tenant.call({ method: 'GET', path: `/webhooks/${webhook.id}` })).status, 404);
});

/** A delivery once it is paused, by the function itself: a suspended business is let in nowhere. */
const paused = ({ operate }: Tenant, { id }: Any): Promise<Any> =>
  until(async () => {
    const { body } = await operate(getDelivery, { params: { delivery_id: id } });
    return isNow('paused')(body) && body;
  }, `${id} is paused`);

test('the deliveries of a suspended account are paused, and delivered when it is reactivated', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, several } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t, later);
  const webhooks = [await create({ url: endpoint.url }), await create({ url: endpoint.url })];
  await create({ url: endpoint.url, event_types: ['api_key.*'] });
  const sent = [await send(webhooks[0]), await send(webhooks[1])];
  for (const webhook of webhooks) await several(webhook, 1, isNow('retrying'));
  await administer(local, { command: 'suspend', tenant_id: tenant.tenant_id });
  for (const one of sent) await paused(tenant, one);
  const before = endpoint.arrivals.length;
  endpoint.answer(withStatus(200));
  assert.equal(endpoint.arrivals.length, before);
  await administer(local, { command: 'reactivate', tenant_id: tenant.tenant_id });
  for (const webhook of webhooks) await several(webhook, 1, isNow('succeeded'));
  const { secret } = webhooks[0];
  assert.ok(await until(() => endpoint.arrivals.some((arrival) => verifies(secret, arrival)), 'a signature verifies'));
});

test('what was notified before its webhook is disabled or its account suspended is not sent, though nobody has reconciled it', async (t) => {
  const tenant = await aTenant(local);
  const { create, test: send, ask } = webhooksOf(tenant);
  const endpoint = await anEndpoint(t);
  const webhooks = [await create({ url: endpoint.url }), await create({ url: endpoint.url })];
  const worker = functionName('sandbox', deliverWebhook.id);
  local.mappings.pause(worker);
  const reconciling = losingEndpointMessages(local);
  t.after(() => {
    local.mappings.resume(worker);
    reconciling.remove();
  });
  const open = [await send(webhooks[0]), await send(webhooks[1])];
  await ask('POST', `/webhooks/${webhooks[0].id}/disable`, {});
  await administer(local, { command: 'suspend', tenant_id: tenant.tenant_id });
  local.mappings.resume(worker);
  for (const one of open) assert.equal((await paused(tenant, one)).attempts_made, 0);
  assert.equal(endpoint.arrivals.length, 0);
});
