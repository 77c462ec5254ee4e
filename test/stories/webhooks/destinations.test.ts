import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deliverWebhook } from '../../../functions/jobs/jobs.ts';
import { functionName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { anotherAccount, headersOf } from '../../helpers/another-account.ts';
import { expireLeases } from '../../helpers/expired-leases.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { isNow, webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();

test('a queue without the policy opens the breaker; with it everything arrives, signed, and a recovery finds what was missed', async (t) => {
  const tenant = await aTenant(local);
  const { ask, create, delivery, several, test: send } = webhooksOf(tenant);
  const owner = anotherAccount(t, local);
  const queue_url = await owner.queue('orders');
  const webhook = await create({ destination: { type: 'sqs', queue_url }, event_types: ['customer.created'] });
  assert.deepEqual([webhook.url, webhook.destination.queue_url], [queue_url, queue_url]);

  const tried = await delivery(await send(webhook), ({ attempts }) => attempts.length > 0);
  const [{ error, response, request, remote_address }] = tried.attempts;
  assert.equal(error.kind, 'access_denied');
  assert.deepEqual([response.status, remote_address], [403, null]);
  assert.match(response.body, /no resource-based policy allows the sqs:SendMessage action/);
  assert.match(request.headers['webhook-signature'], /^v1,\*\*\*\*$/);
  await Promise.all(Array.from({ length: 6 }, () => aCustomer(tenant)));
  const { health } = await until(async () => {
    const shown = await ask('GET', `/webhooks/${webhook.id}`);
    return shown.health.state === 'open' && shown;
  }, 'the breaker opens');
  assert.ok(health.consecutive_failures >= 5);

  await owner.setQueuePolicy(queue_url, webhook.destination.policy);
  const advance_to = new Date(Date.now() + 3_600_000).toISOString();
  await ask('POST', '/simulations/clock', { advance_to });
  const messages = await owner.received(queue_url, 7);
  const verifier = new Webhook(webhook.secret);
  for (const message of messages) {
    const event = verifier.verify(message.Body ?? '', headersOf(message)) as { id: string; tenant_id: string };
    assert.deepEqual([headersOf(message)['webhook-id'], event.tenant_id], [event.id, tenant.tenant_id]);
  }
  assert.equal(new Set(messages.map((message) => headersOf(message)['webhook-id'])).size, 7);
  const arrived = await several(webhook, 7, isNow('succeeded'));
  const { attempts } = await delivery(arrived[0], () => true);
  assert.match(attempts.at(-1).response.body, /"MessageId":"/);
  assert.deepEqual(attempts.at(-1).secret_versions, [1]);

  const since = new Date().toISOString();
  await ask('POST', `/webhooks/${webhook.id}/disable`);
  await aCustomer(tenant);
  await several(webhook, 1, isNow('suppressed'));
  await ask('POST', `/webhooks/${webhook.id}/enable`);
  await ask('POST', `/webhooks/${webhook.id}/recover`, { scope: 'missing', since });
  const [missed] = await owner.received(queue_url, 1);
  assert.ok(missed && verifier.verify(missed.Body ?? '', headersOf(missed)));

  await ask('DELETE', `/webhooks/${webhook.id}`);
});

test('a bus gets each event whole, under the source of its business, and from no other business', async (t) => {
  const [tenant, stranger] = [await aTenant(local), await aTenant(local)];
  const owner = anotherAccount(t, local);
  const bus = await owner.bus('events', ['customer.created']);
  const destination = { type: 'eventbridge', bus_arn: bus.arn };
  const body = { destination, event_types: ['customer.created'] };
  const mine = await webhooksOf(tenant).create(body);
  await owner.setBusPolicy('events', mine.destination.policy);
  const { id } = await aCustomer(tenant);
  const [message] = await owner.received(bus.url, 1);
  const { source, detail, 'detail-type': type } = JSON.parse(message?.Body ?? '');
  assert.deepEqual([source, type], [mine.destination.source, 'customer.created']);
  assert.equal(source, `financial-services/sandbox/${tenant.tenant_id}`);
  const shown = (await tenant.call({ method: 'GET', path: `/events/${detail.id}` })).body;
  assert.deepEqual([detail.data, detail.data.id, detail.tenant_id], [shown.data, id, tenant.tenant_id]);
  const [delivered] = await webhooksOf(tenant).several(mine, 1, isNow('succeeded'));
  const { attempts } = await webhooksOf(tenant).delivery(delivered, () => true);
  assert.deepEqual(attempts[0].request.headers, { source, 'detail-type': 'customer.created' });
  assert.deepEqual(attempts[0].secret_versions, []);

  // The same bus, named by another business: the policy admits the source of the first alone.
  const theirs = await webhooksOf(stranger).create(body);
  await aCustomer(stranger);
  const [refused] = await webhooksOf(stranger).several(theirs, 1, ({ last_attempt }) => last_attempt !== null);
  assert.equal(refused.last_attempt.error.kind, 'access_denied');
  for (const [owns, webhook] of [
    [tenant, mine],
    [stranger, theirs],
  ] as const)
    await webhooksOf(owns).ask('DELETE', `/webhooks/${webhook.id}`);
});

test('a worker that dies after it sent makes one more attempt, and a FIFO queue has the event once', async (t) => {
  const tenant = await aTenant(local);
  const { create, delivery, several, test: send, ask } = webhooksOf(tenant);
  const owner = anotherAccount(t, local);
  const queue_url = await owner.queue('ordered.fifo');
  const webhook = await create({ destination: { type: 'sqs', queue_url }, event_types: ['customer.created'] });
  await owner.setQueuePolicy(queue_url, webhook.destination.policy);
  const isOfOwner = ({ body }: { body?: Buffer | undefined }) => body?.includes(queue_url) ?? false;
  const sent = { function: functionName('sandbox', deliverWebhook.id), operation: 'SendMessage', when: isOfOwner };
  const kill = local.faults.add({ ...sent, effect: 'kill-after', nth: 1 });
  t.after(() => kill.remove());
  const { id } = await send(webhook);
  await until(() => kill.hits === 1, 'the worker dies');
  // Seen by a fault that changes nothing.
  const again = local.faults.add({ ...sent, effect: { delay_ms: 0 } });
  t.after(() => again.remove());
  await expireLeases(local, tenant);
  const { attempts, event_id } = await delivery({ id }, isNow('succeeded'));
  assert.deepEqual([attempts.length, again.hits], [1, 1]);
  await aCustomer(tenant);
  await several(webhook, 2, isNow('succeeded'));
  const ids = (await owner.received(queue_url, 2)).map((message) => headersOf(message)['webhook-id']);
  assert.equal(ids.filter((one) => one === event_id).length, 1);
  assert.equal(new Set(ids).size, 2);
  await ask('DELETE', `/webhooks/${webhook.id}`);
});
