import '../../process.ts';
import assert from 'node:assert/strict';
import { verifyEvent } from '../../../../client/src/webhooks.ts';
import { webhookKeys } from '../../../../functions/delivery/webhooks/table.ts';
import { anEndpoint, verifies } from '../../../helpers/an-endpoint.ts';
import { customersOf } from '../../../helpers/customers.ts';
import { test } from '../../../helpers/tests.ts';
import { webhooksOf } from '../../../helpers/webhooks.ts';
import { world } from '../../world.ts';

const { aBusiness, clock, tables } = await world();

test('the public library verifies every delivery of a customer’s life, and the bodies are what GET showed', async (t) => {
  const [business, endpoint] = [await aBusiness(), await anEndpoint(t)];
  const { secret } = await webhooksOf(business).create({ url: endpoint.url });
  const { create, act, changed } = customersOf(business);
  const { body: created } = await create({});
  const shown = {
    'customer.created': created,
    'customer.suspended': (await act(created.id, 'suspend')).body,
    'customer.reactivated': (await act(created.id, 'reactivate')).body,
    'customer.updated': await changed(created.id, { phone: null, last_name: 'Ångström 工' }),
    'customer.closed': (await act(created.id, 'close')).body,
  };
  await clock.advance(1_000);
  assert.equal(endpoint.arrivals.length, 5);
  assert.equal(endpoint.arrivals.filter((arrival) => verifies(secret, arrival)).length, 5);
  assert.deepEqual(
    Object.fromEntries(endpoint.arrivals.map(({ type, reported }) => [type, reported.data])),
    shown,
  );
  const inOrder = endpoint.arrivals
    .map(({ reported }) => reported)
    .toSorted((one, other) => one.sequence - other.sequence);
  assert.deepEqual(
    inOrder.map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5],
  );
  for (const { id, type, reported, headers } of endpoint.arrivals) {
    assert.deepEqual([reported.id, reported.type, headers['webhook-attempt']], [id, type, '1']);
    assert.match(headers['user-agent'] ?? '', /https:/);
    assert.equal(headers['content-type'], 'application/json');
  }
  const { previous } = inOrder[3];
  assert.equal(previous.last_name, created.last_name);
});

test('a webhook goes over to ed25519 by a rotation: both verify until the grace ends, and no private key is shown', async (t) => {
  const [business, endpoint] = [await aBusiness(), await anEndpoint(t)];
  const { create, ask, test: send, read } = webhooksOf(business);
  const webhook = await create({ url: endpoint.url });
  const { secret, secrets } = await ask('POST', `/webhooks/${webhook.id}/rotate-secret`, {
    signature: 'ed25519',
    grace_seconds: 60,
  });
  const [{ public_key }, before] = secrets;
  assert.deepEqual([secret, before.public_key], [undefined, undefined]);
  assert.match(public_key, /^whpk_[A-Za-z0-9+/]{43}=$/);
  const sent = await send(webhook);
  await clock.advance(1_000);
  const [{ body, headers } = assert.fail()] = endpoint.arrivals;
  assert.match(headers['webhook-signature'] ?? '', /^v1a,\S+ v1,\S+$/);
  assert.ok(verifies(webhook.secret, { body, headers }));
  assert.equal(verifyEvent(public_key, body, headers).type, 'webhook.test');
  const { attempts } = await read(sent);
  assert.equal(attempts[0].request.headers['webhook-signature'], 'v1a,**** v1,****');
  await clock.advance(60_000);
  await send(webhook);
  await clock.advance(1_000);
  assert.match(endpoint.arrivals[1]?.headers['webhook-signature'] ?? '', /^v1a,\S+$/);
  const again = await ask('POST', `/webhooks/${webhook.id}/rotate-secret`, { grace_seconds: 0 });
  assert.equal(again.secrets.length, 1);
  assert.notEqual(again.secrets[0].public_key, public_key);
  await send(webhook);
  await clock.advance(1_000);
  const last = endpoint.arrivals[2] ?? assert.fail();
  assert.throws(() => verifyEvent(public_key, last.body, last.headers));
  assert.ok(verifyEvent(again.secrets[0].public_key, last.body, last.headers));
  const back = await ask('POST', `/webhooks/${webhook.id}/rotate-secret`, {
    signature: 'hmac',
    grace_seconds: 0,
  });
  assert.match(back.secret, /^whsec_/);
  const made = await create({ url: endpoint.url, signature: 'ed25519' });
  assert.deepEqual([made.secret, made.secrets.length], [undefined, 1]);
  assert.deepEqual((await ask('GET', `/webhooks/${made.id}`)).secrets, made.secrets);
  assert.ok(
    !JSON.stringify(await tables.get(webhookKeys.webhook(business.tenant_id, made.id))).includes(
      'whsk_',
    ),
  );
});
