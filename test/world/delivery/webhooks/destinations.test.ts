import '../../process.ts';
import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { deliverWebhook } from '../../../../functions/app/jobs/jobs.ts';
import { functionName } from '../../../../lib/environments.ts';
import { anotherAccount, headersOf } from '../../../helpers/another-account.ts';
import { durations } from '../../../helpers/durations.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import { test } from '../../../helpers/tests.ts';
import { isNow, webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

/** Six times as long as the function may run. */
const visibility_ms = 180_000;

const machine = await world();
const { aBusiness, clock, faults, queues } = machine;

test('a queue without the policy opens the breaker; with it everything arrives, signed, and a recovery finds what was missed', async (t) => {
  const business = await aBusiness();
  const { ask, create, deliveries, read, test: send } = webhooksOf(business);
  const owner = anotherAccount(t, machine);
  const queue_url = await owner.queue('orders');
  const webhook = await create({
    destination: { type: 'sqs', queue_url },
    event_types: ['customer.created'],
  });
  assert.deepEqual([webhook.url, webhook.destination.queue_url], [queue_url, queue_url]);

  const tried = await send(webhook);
  await clock.advance(1_000);
  const {
    attempts: [{ error, response, request, remote_address }],
  } = await read(tried);
  assert.equal(error.kind, 'access_denied');
  assert.deepEqual([response.status, remote_address], [403, null]);
  assert.match(response.body, /no resource-based policy allows the sqs:SendMessage action/);
  assert.match(request.headers['webhook-signature'], /^v1,\*\*\*\*$/);
  await Promise.all(Array.from({ length: 6 }, () => aCustomer(business)));
  await clock.advance(1_000);
  const { health } = await ask('GET', `/webhooks/${webhook.id}`);
  assert.equal(health.state, 'open');
  assert.ok(health.consecutive_failures >= 5);

  await owner.setQueuePolicy(queue_url, webhook.destination.policy);
  const advance_to = new Date(clock.now() + 3_600_000).toISOString();
  await ask('POST', '/simulations/clock', { advance_to });
  await clock.advance(1_000);
  const messages = await owner.received(queue_url, 7);
  const verifier = new Webhook(webhook.secret);
  for (const message of messages) {
    const event = verifier.verify(message.Body ?? '', headersOf(message)) as {
      id: string;
      tenant_id: string;
    };
    assert.deepEqual(
      [headersOf(message)['webhook-id'], event.tenant_id],
      [event.id, business.tenant_id],
    );
  }
  assert.equal(new Set(messages.map((message) => headersOf(message)['webhook-id'])).size, 7);
  const arrived = await deliveries(`webhook_id=${webhook.id}`);
  assert.deepEqual([arrived.length, arrived.every(isNow('succeeded'))], [7, true]);
  const { attempts } = await read(arrived[0]);
  assert.match(attempts.at(-1).response.body, /"MessageId":"/);
  assert.deepEqual(attempts.at(-1).secret_versions, [1]);

  const since = new Date(clock.now()).toISOString();
  await ask('POST', `/webhooks/${webhook.id}/disable`);
  await aCustomer(business);
  await clock.advance(1_000);
  assert.deepEqual(
    (await deliveries(`webhook_id=${webhook.id}`)).filter(isNow('suppressed')).length,
    1,
  );
  await ask('POST', `/webhooks/${webhook.id}/enable`);
  await ask('POST', `/webhooks/${webhook.id}/recover`, { scope: 'missing', since });
  await clock.advance(60_000);
  const [missed] = await owner.received(queue_url, 1);
  assert.ok(missed && verifier.verify(missed.Body ?? '', headersOf(missed)));

  await ask('DELETE', `/webhooks/${webhook.id}`);
});

test('a bus gets each event whole, under the source of its business, and from no other business', async (t) => {
  const [business, stranger] = [await aBusiness(), await aBusiness()];
  const owner = anotherAccount(t, machine);
  const bus = await owner.bus('events', ['customer.created']);
  const destination = { type: 'eventbridge', bus_arn: bus.arn };
  const body = { destination, event_types: ['customer.created'] };
  const mine = await webhooksOf(business).create(body);
  await owner.setBusPolicy('events', mine.destination.policy);
  const { id } = await aCustomer(business);
  await clock.advance(1_000);
  const [message] = await owner.received(bus.url, 1);
  const { source, detail, 'detail-type': type } = JSON.parse(message?.Body ?? '');
  assert.deepEqual([source, type], [mine.destination.source, 'customer.created']);
  assert.equal(source, `financial-services/sandbox/${business.tenant_id}`);
  const shown = (await business.call({ method: 'GET', path: `/events/${detail.id}` })).body;
  assert.deepEqual(
    [detail.data, detail.data.id, detail.tenant_id],
    [shown.data, id, business.tenant_id],
  );
  const [delivered] = await webhooksOf(business).deliveries(`webhook_id=${mine.id}`);
  const { status, attempts } = await webhooksOf(business).read(delivered);
  assert.equal(status, 'succeeded');
  assert.deepEqual(attempts[0].request.headers, { source, 'detail-type': 'customer.created' });
  assert.deepEqual(attempts[0].secret_versions, []);

  // The same bus, named by another business: the policy admits the source of the first alone.
  const theirs = await webhooksOf(stranger).create(body);
  await aCustomer(stranger);
  await clock.advance(1_000);
  const [refused] = await webhooksOf(stranger).deliveries(`webhook_id=${theirs.id}`);
  assert.equal(refused.last_attempt.error.kind, 'access_denied');
  for (const [owns, webhook] of [
    [business, mine],
    [stranger, theirs],
  ] as const)
    await webhooksOf(owns).ask('DELETE', `/webhooks/${webhook.id}`);
});

test('a worker that dies after it sent makes one more attempt, and a FIFO queue has the event once', async (t) => {
  const business = await aBusiness();
  const { create, deliveries, read, test: send, ask } = webhooksOf(business);
  const owner = anotherAccount(t, machine);
  const queue_url = await owner.queue('ordered.fifo');
  const webhook = await create({
    destination: { type: 'sqs', queue_url },
    event_types: ['customer.created'],
  });
  await owner.setQueuePolicy(queue_url, webhook.destination.policy);
  const isOfOwner = ({ body }: { body?: Buffer | undefined }) => body?.includes(queue_url) ?? false;
  const sent = {
    function: functionName('sandbox', deliverWebhook.id),
    operation: 'SendMessage',
    when: isOfOwner,
  };
  const kill = faults.add({ ...sent, effect: 'kill-after', nth: 1 });
  t.after(() => kill.remove());
  const { id } = await send(webhook);
  await clock.advance(1_000);
  assert.equal(kill.hits, 1, 'the worker dies');
  // Seen by a fault that changes nothing.
  const again = faults.add({ ...sent, effect: { delay_ms: 0 } });
  t.after(() => again.remove());
  // A sweep notifies it after the grace of a message; the message itself comes again when its visibility ends.
  await clock.advance(durations.notification_grace_ms - 2_000);
  assert.equal(again.hits, 0);
  await clock.advance(visibility_ms - durations.notification_grace_ms + 2_000);
  const { status, attempts, event_id } = await read({ id });
  assert.deepEqual([status, attempts.length, again.hits], ['succeeded', 1, 1]);
  await aCustomer(business);
  await clock.advance(1_000);
  assert.equal((await deliveries(`webhook_id=${webhook.id}&status=succeeded`)).length, 2);
  assert.equal(
    queues.byArn(`arn:aws:sqs:eu-west-1:${owner.account}:ordered.fifo`)?.depth().visible,
    2,
  );
  const ids = (await owner.received(queue_url, 2)).map(
    (message) => headersOf(message)['webhook-id'],
  );
  assert.equal(ids.filter((one) => one === event_id).length, 1);
  assert.equal(new Set(ids).size, 2);
  await ask('DELETE', `/webhooks/${webhook.id}`);
});
