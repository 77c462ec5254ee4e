import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { verifyEvent } from '../../../client/src/webhooks.ts';
import { webhookKeys } from '../../../functions/webhooks/table.ts';
import { anEndpoint, verifies } from '../../helpers/an-endpoint.ts';
import { customersOf } from '../../helpers/customers.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { tablesOf } from '../../helpers/tables.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { webhooksOf } from '../../helpers/webhooks.ts';

const local = await sharedTimeScaled();
const tables = tablesOf(local);
after(async () => {
  tables.close();
});

test('the public library verifies every delivery of a customer’s life, and the bodies are what GET showed', async (t) => {
  const [tenant, endpoint] = [await aTenant(local), await anEndpoint(t)];
  const { secret } = await webhooksOf(tenant).create({ url: endpoint.url });
  const { create, act, changed } = customersOf(tenant);
  const { body: created } = await create({});
  const shown = {
    'customer.created': created,
    'customer.suspended': (await act(created.id, 'suspend')).body,
    'customer.reactivated': (await act(created.id, 'reactivate')).body,
    'customer.updated': await changed(created.id, { phone: null, last_name: 'Ångström 工' }),
    'customer.closed': (await act(created.id, 'close')).body,
  };
  await endpoint.arrived(5);
  assert.equal(endpoint.arrivals.filter((arrival) => verifies(secret, arrival)).length, 5);
  assert.deepEqual(Object.fromEntries(endpoint.arrivals.map(({ type, reported }) => [type, reported.data])), shown);
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
  const [tenant, endpoint] = [await aTenant(local), await anEndpoint(t)];
  const { create, ask, test: send, delivery } = webhooksOf(tenant);
  const webhook = await create({ url: endpoint.url });
  const { secret, secrets } = await ask('POST', `/webhooks/${webhook.id}/rotate-secret`, { signature: 'ed25519' });
  const [{ public_key }, before] = secrets;
  assert.deepEqual([secret, before.public_key], [undefined, undefined]);
  assert.match(public_key, /^whpk_[A-Za-z0-9+/]{43}=$/);
  const sent = await send(webhook);
  const { body, headers } = await endpoint.arrived(1);
  assert.match(headers['webhook-signature'] ?? '', /^v1a,\S+ v1,\S+$/);
  assert.ok(verifies(webhook.secret, { body, headers }));
  assert.equal(verifyEvent(public_key, body, headers).type, 'webhook.test');
  const { attempts } = await delivery(sent, ({ status }) => status === 'succeeded');
  assert.equal(attempts[0].request.headers['webhook-signature'], 'v1a,**** v1,****');
  const again = await ask('POST', `/webhooks/${webhook.id}/rotate-secret`, { grace_seconds: 0 });
  assert.equal(again.secrets.length, 1);
  assert.notEqual(again.secrets[0].public_key, public_key);
  await send(webhook);
  const second = await endpoint.arrived(2);
  assert.throws(() => verifyEvent(public_key, second.body, second.headers));
  assert.ok(verifyEvent(again.secrets[0].public_key, second.body, second.headers));
  const back = await ask('POST', `/webhooks/${webhook.id}/rotate-secret`, { signature: 'hmac', grace_seconds: 0 });
  assert.match(back.secret, /^whsec_/);
  const made = await create({ url: endpoint.url, signature: 'ed25519' });
  assert.deepEqual([made.secret, made.secrets.length], [undefined, 1]);
  assert.deepEqual((await ask('GET', `/webhooks/${made.id}`)).secrets, made.secrets);
  assert.ok(!JSON.stringify(await tables.get(webhookKeys.webhook(tenant.tenant_id, made.id))).includes('whsk_'));
});
