import assert from 'node:assert/strict';
import { registerBusiness } from '../../../bin/start/business.ts';
import { callerOf } from '../../helpers/call.ts';
import { aRegisteredTenant } from '../../helpers/fixtures/tenants.ts';
import { test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();

test('the sample request of the specification lists the account of the business', async () => {
  const { call, tenant_id, account_id, public_key } = await aRegisteredTenant(local);
  const { status, body } = await call({
    method: 'GET',
    path: '/accounts',
    headers: { 'x-tenant-id': tenant_id },
  });
  assert.equal(status, 200);
  const { created_at } = body.data[0];
  const account = {
    id: account_id,
    object: 'account',
    created_at,
    updated_at: created_at,
    version: 1,
    status: 'active',
    status_reason: null,
    allowed_actions: [],
    tenant_id,
    environment: 'sandbox',
    name: 'Analytical Engines',
    email: 'ops@example.com',
    currency: 'USD',
    public_key,
  };
  assert.deepEqual(body, {
    object: 'list',
    data: [account],
    has_more: false,
    next_cursor: null,
    unreadable: 0,
  });
  assert.deepEqual((await call({ method: 'GET', path: `/accounts/${account_id}` })).body, account);
});

test('one business has an account, keys and its own customers in each environment', async () => {
  const sandbox = await aRegisteredTenant(local);
  const { tenant_id } = sandbox;
  const registered = await registerBusiness(local, 'live', {
    name: 'Engines',
    email: 'ops@example.com',
    tenant_id,
  });
  assert.ok(registered);
  const live = callerOf(local.environments.live?.base_url ?? '', registered.secret_key);
  const { body } = await live({
    method: 'GET',
    path: '/accounts',
    headers: { 'x-tenant-id': tenant_id },
  });
  assert.deepEqual([body.data[0].environment, body.data[0].tenant_id], ['live', tenant_id]);
  assert.notEqual(body.data[0].id, sandbox.account_id);
  const crossed = callerOf(local.environments.live?.base_url ?? '', sandbox.secret_key);
  assert.equal((await crossed({ method: 'GET', path: '/accounts' })).status, 401);
  assert.equal(
    (await live({ method: 'GET', path: `/accounts/${sandbox.account_id}` })).status,
    404,
  );
});
