import '../../process.ts';
import assert from 'node:assert/strict';
import { routes } from '../../../../functions/app/routes.ts';
import { functionName } from '../../../../lib/environments.ts';
import { callerOf } from '../../../helpers/call.ts';
import { validCall } from '../../../helpers/examples.ts';
import { administer, aRegisteredTenant, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const stored = service.tables;

const accounts = { method: 'GET', path: '/accounts' };

/** The status for a key. The gateway caches an accepted one for a minute: ask about a key once. */
const statusWith = async ({ baseUrl }: Tenant, key: string) =>
  (await callerOf(baseUrl, key)(accounts)).status;

const authorizer = functionName('sandbox', 'authorize-request');

/** The authorizer's context for a key now, whatever the gateway has cached. */
const authorize = async (authorizationToken: string): Promise<Any> => {
  const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
  const asked = { type: 'TOKEN', methodArn, authorizationToken };
  const { payload, functionError } = await service.invoke(authorizer, asked);
  assert.equal(functionError, undefined);
  const { context, policyDocument } = payload as Any;
  return policyDocument.Statement[0].Effect === 'Deny' ? 'denied' : context;
};

const rotate = ({ tenant_id }: Tenant, grace_seconds = 3600) =>
  administer(service, { command: 'rotate', tenant_id, grace_seconds });

/** The types of the events of a business's keys, each with the key's kind and sequence. */
const keyEvents = async ({ tenant_id }: Tenant) => {
  const events = (await stored.items('outbox', tenant_id)).map(({ body }) => JSON.parse(body));
  return events.map(({ type, sequence, data }) => `${type} ${sequence} ${data.kind}`).sort();
};

test('after a rotation both secrets work, and the old one no longer than its grace', async () => {
  const tenant = await aRegisteredTenant(service);
  const rotated = await rotate(tenant);
  assert.equal(await statusWith(tenant, rotated.secret_key), 200);
  assert.equal(await statusWith(tenant, tenant.secret_key), 200);
  const old = await stored.key(tenant.secret_key);
  assert.equal(
    Date.parse(old.expires_at) - Date.parse((await stored.key(rotated.secret_key)).created_at),
    3_600_000,
  );
  await stored.set('access', old, { expires_at: new Date(Date.now() - 1).toISOString() });
  assert.equal(await authorize(tenant.secret_key), 'denied');
  assert.equal((await authorize(rotated.secret_key)).tenant_id, tenant.tenant_id);
});

test('rotation replaces both keys and emits an event for all four', async () => {
  const tenant = await aRegisteredTenant(service);
  assert.deepEqual(await keyEvents(tenant), [
    'api_key.created 1 public',
    'api_key.created 1 secret',
  ]);
  const rotated = await rotate(tenant);
  assert.notEqual(rotated.public_key, tenant.public_key);
  assert.deepEqual(await keyEvents(tenant), [
    'api_key.created 1 public',
    'api_key.created 1 public',
    'api_key.created 1 secret',
    'api_key.created 1 secret',
    'api_key.rotated 2 public',
    'api_key.rotated 2 secret',
  ]);
  const { body } = await callerOf(tenant.baseUrl, rotated.secret_key)(accounts);
  assert.deepEqual([body.data[0].public_key, body.data[0].version], [rotated.public_key, 2]);
});

test('the day of last use is written once a day', async () => {
  const tenant = await aRegisteredTenant(service);
  const today = new Date().toISOString().slice(0, 10);
  const writes = async (action: () => Promise<unknown>) => {
    const calls = await service.recorder.during(action);
    return calls.filter(
      ({ function: name, operation }) => name === authorizer && operation === 'UpdateItem',
    ).length;
  };
  assert.equal((await stored.key(tenant.secret_key)).last_used_on, null);
  assert.equal(await writes(() => authorize(tenant.secret_key)), 1);
  assert.equal(await writes(() => authorize(tenant.secret_key)), 0);
  const item = await stored.key(tenant.secret_key);
  assert.ok(item.last_used_on >= today);
  await stored.set('access', item, { last_used_on: '2026-01-01' });
  assert.equal(await writes(() => authorize(tenant.secret_key)), 1);
  assert.ok((await stored.key(tenant.secret_key)).last_used_on >= today);
});

/** One route of every method; the rules of all requests ask them all. */
const probes = [...Map.groupBy(routes, ({ method }) => method).values()].flatMap(
  ([first]) => first ?? [],
);

test('a suspended business is 403, whatever it asks, and comes back', async () => {
  const tenant = await aRegisteredTenant(service);
  const calls = [];
  for (const route of probes) calls.push(await validCall(route, tenant));
  assert.ok(calls.length > 1);
  await administer(service, { command: 'suspend', tenant_id: tenant.tenant_id, reason: 'unpaid' });
  assert.equal((await authorize(tenant.secret_key)).account_status, 'suspended');
  const suspended = callerOf(tenant.baseUrl, (await rotate(tenant)).secret_key);
  for (const call of calls) {
    const { status, body } = await suspended({ ...call, headers: { 'x-tenant-id': 'another' } });
    assert.deepEqual(
      [status, body.code],
      [403, 'account_suspended'],
      `${call.method} ${call.path}`,
    );
  }
  await administer(service, { command: 'reactivate', tenant_id: tenant.tenant_id });
  assert.equal((await authorize(tenant.secret_key)).account_status, 'active');
  assert.equal(await statusWith(tenant, (await rotate(tenant)).secret_key), 200);
});

test('who suspended and who reactivated a business is among its events', async () => {
  const tenant = await aRegisteredTenant(service);
  const { tenant_id, account_id } = tenant;
  const operator = 'arn:aws:sts::000000000000:assumed-role/operators/ada';
  await administer(service, { command: 'suspend', tenant_id, reason: 'unpaid', operator });
  await administer(service, { command: 'reactivate', tenant_id });
  const query = [['resource_id', account_id]] as const;
  const { body } = await tenant.call({ method: 'GET', path: '/events', query });
  assert.deepEqual(
    body.data.map(({ type, data, causation }: Any) => [type, data.status_reason, causation.actor]),
    [
      ['account.reactivated', null, { type: 'operator', id: 'administer-business' }],
      ['account.suspended', 'unpaid', { type: 'operator', id: operator }],
    ],
  );
});

test('a business cannot be registered in a withdrawn currency, nor twice, not even at once', async () => {
  const { tenant_id } = await aRegisteredTenant(service);
  const register = { command: 'register', name: 'A', email: 'a@example.com', tenant_id };
  const again = await administer(service, register);
  assert.deepEqual(
    [again.problem.code, again.problem.allowed_actions],
    ['action_not_allowed', ['rotate']],
  );
  const withdrawn = await administer(service, {
    ...register,
    tenant_id: undefined,
    currency: 'HRK',
  });
  assert.deepEqual(
    [withdrawn.problem.code, withdrawn.problem.errors[0].pointer],
    ['validation_failed', '/currency'],
  );
  const fresh = {
    ...register,
    tenant_id: tenant_id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  };
  const both = await Promise.all([administer(service, fresh), administer(service, fresh)]);
  assert.deepEqual(both.map(({ problem }) => problem?.code).sort(), [
    'action_not_allowed',
    undefined,
  ]);
  assert.equal((await stored.items('access', fresh.tenant_id)).length, 2);
});
