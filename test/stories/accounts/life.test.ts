import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../../functions/routes.ts';
import { functionName } from '../../../lib/environments.ts';
import { callerOf } from '../../helpers/call.ts';
import { validCall } from '../../helpers/examples.ts';
import { administer, aRegisteredTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { sharedWithoutRelay } from '../../helpers/service.ts';
import { storedIn } from '../../helpers/stored.ts';

const local = await sharedWithoutRelay();
const stored = storedIn(local);

const accounts = { method: 'GET', path: '/accounts' };

/** How the API greets a key. Once it has let one in it may do so for a minute: ask about a key once. */
const statusWith = async ({ baseUrl }: Tenant, key: string) => (await callerOf(baseUrl, key)(accounts)).status;

/** What the authorizer says of a key now, whatever the gateway remembers. */
const authorize = async (authorizationToken: string): Promise<Any> => {
  const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
  const asked = { type: 'TOKEN', methodArn, authorizationToken };
  const { payload, functionError } = await local.invoke(functionName('sandbox', 'authorize-request'), asked);
  return functionError ? (payload as Any).errorMessage : (payload as Any).context;
};

const rotate = ({ tenant_id }: Tenant, grace_seconds = 3600) =>
  administer(local, { command: 'rotate', tenant_id, grace_seconds });

/** One route of every method; the rules of all requests ask them all. */
const probes = [...Map.groupBy(routes, ({ method }) => method).values()].flatMap(([first]) => first ?? []);

test('a suspended business is 403, whatever it asks, and comes back', async () => {
  const tenant = await aRegisteredTenant(local);
  const calls = [];
  for (const route of probes) calls.push(await validCall(route, tenant));
  assert.ok(calls.length > 1);
  await administer(local, { command: 'suspend', tenant_id: tenant.tenant_id, reason: 'unpaid' });
  assert.equal((await authorize(tenant.secret_key)).account_status, 'suspended');
  const suspended = callerOf(tenant.baseUrl, (await rotate(tenant)).secret_key);
  for (const call of calls) {
    const { status, body } = await suspended({ ...call, headers: { 'x-tenant-id': 'another' } });
    assert.deepEqual([status, body.code], [403, 'account_suspended'], `${call.method} ${call.path}`);
  }
  await administer(local, { command: 'reactivate', tenant_id: tenant.tenant_id });
  assert.equal((await authorize(tenant.secret_key)).account_status, 'active');
  assert.equal(await statusWith(tenant, (await rotate(tenant)).secret_key), 200);
});

test('who suspended and who reactivated a business is among its events', async () => {
  const tenant = await aRegisteredTenant(local);
  const { tenant_id, account_id } = tenant;
  const operator = 'arn:aws:sts::000000000000:assumed-role/operators/ada';
  await administer(local, { command: 'suspend', tenant_id, reason: 'unpaid', operator });
  await administer(local, { command: 'reactivate', tenant_id });
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

test('a business cannot be registered twice, not even at once', async () => {
  const { tenant_id } = await aRegisteredTenant(local);
  const register = { command: 'register', name: 'A', email: 'a@example.com', tenant_id };
  const again = await administer(local, register);
  assert.deepEqual([again.problem.code, again.problem.allowed_actions], ['action_not_allowed', ['rotate']]);
  const fresh = { ...register, tenant_id: tenant_id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) };
  const both = await Promise.all([administer(local, fresh), administer(local, fresh)]);
  assert.deepEqual(both.map(({ problem }) => problem?.code).sort(), ['action_not_allowed', undefined]);
  assert.equal((await stored.items('access', fresh.tenant_id)).length, 2);
});
