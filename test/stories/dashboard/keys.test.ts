import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { callerOf } from '../../helpers/call.ts';
import { isDaySince } from '../../helpers/days.ts';
import { aRegisteredTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aPerson, withToken } from '../../helpers/people.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedIn } from '../../helpers/tables.ts';
import { test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();
const stored = storedIn(local);

const signedIn = async ({ tenant_id }: Tenant, role = 'owner') => {
  const person = await aPerson(local, { tenant_id, role });
  return { ...person, call: withToken(local, 'sandbox', person.id_token) };
};

const list = { method: 'GET', path: '/api-keys' };
const rotate = (grace_seconds: number, key: string = randomUUID()) => ({
  method: 'POST',
  path: '/api-keys/rotate',
  body: { grace_seconds },
  headers: { 'idempotency-key': key },
});

const statusWith = async ({ baseUrl }: Tenant, key: string) =>
  (await callerOf(baseUrl, key)({ method: 'GET', path: '/accounts' })).status;

test('a new business sees its pair, the public key in full and the secret masked', async () => {
  const tenant = await aRegisteredTenant(local);
  const { call } = await signedIn(tenant);
  const began = new Date();
  assert.equal(await statusWith(tenant, tenant.secret_key), 200);
  const { status, body } = await call(list);
  assert.equal(status, 200);
  const shown = body.data.map(({ kind, key, masked, status: now, last_used_on }: Any) => [
    kind,
    key,
    masked,
    now,
    last_used_on,
  ]);
  const used_on = body.data[1].last_used_on;
  assert.ok(isDaySince(began, used_on), used_on);
  assert.deepEqual(shown, [
    ['public', tenant.public_key, `pk_sandbox_…${tenant.public_key.slice(-4)}`, 'active', null],
    ['secret', null, `sk_sandbox_…${tenant.secret_key.slice(-4)}`, 'active', used_on],
  ]);
});

test('a rotation that is repeated with its key rotates nothing again and has no secret to show', async () => {
  const tenant = await aRegisteredTenant(local);
  const { call } = await signedIn(tenant);
  const key = randomUUID();
  const first = await call(rotate(3600, key));
  const again = await call(rotate(3600, key));
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
  assert.equal('secret_key' in again.body, false);
  assert.deepEqual(
    [again.body.public_key, again.body.keys],
    [first.body.public_key, first.body.keys],
  );
  const kept = JSON.stringify(
    await Promise.all(
      (['idempotency', 'resources', 'outbox', 'access'] as const).map((one) => stored.items(one)),
    ),
  );
  assert.ok(!kept.includes(first.body.secret_key.slice('sk_sandbox_'.length, -6)));
});

test('a key is revoked at once, stays in the list, and is not revoked twice', async () => {
  const tenant = await aRegisteredTenant(local);
  const { call, operator_id } = await signedIn(tenant);
  const { keys } = (await call(rotate(3600))).body;
  const { id } = keys.find(({ kind, status }: Any) => kind === 'secret' && status === 'expiring');
  const revoke = { method: 'POST', path: `/api-keys/${id}/revoke` };
  assert.equal((await call({ ...revoke, headers: { 'if-match': '"7"' } })).status, 412);
  const { status, body } = await call(revoke);
  assert.deepEqual([status, body.id, body.status], [200, id, 'revoked']);
  assert.equal(await statusWith(tenant, tenant.secret_key), 401);
  const revoked = (await stored.items('outbox', tenant.tenant_id)).find(
    ({ type }) => type === 'api_key.revoked',
  );
  assert.deepEqual(
    [revoked.resource.id, revoked.causation.actor],
    [id, { type: 'operator', id: operator_id }],
  );
  const listed = (await call(list)).body.data.find((one: Any) => one.id === id);
  assert.equal(listed.status, 'revoked');
  const again = await call(revoke);
  assert.deepEqual([again.status, again.body.code], [404, 'api_key_not_found']);
});

test('another business’s key is not found', async () => {
  const [tenant, other] = [await aRegisteredTenant(local), await aRegisteredTenant(local)];
  const { call } = await signedIn(tenant);
  const { body } = await (await signedIn(other)).call(list);
  const { status } = await call({ method: 'POST', path: `/api-keys/${body.data[0].id}/revoke` });
  assert.equal(status, 404);
  assert.equal(await statusWith(other, other.secret_key), 200);
});
