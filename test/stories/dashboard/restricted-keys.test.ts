import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Role, Scope } from '../../../functions/core/access.ts';
import { functionName } from '../../../lib/environments.ts';
import { callerOf } from '../../helpers/call.ts';
import { individual } from '../../helpers/fixtures/customers.ts';
import { aDocument } from '../../helpers/fixtures/documents.ts';
import { aRegisteredTenant, aRestrictedKey, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { aPerson, withToken } from '../../helpers/people.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedIn } from '../../helpers/tables.ts';
import { test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();
const stored = storedIn(local);

const signedIn = async ({ tenant_id }: Tenant, role: Role = 'developer') => {
  const person = await aPerson(local, { tenant_id, role });
  return { ...person, call: withToken(local, 'sandbox', person.id_token) };
};

const asked = {
  name: 'Reports',
  scopes: ['accounts:read', 'customers:write'],
  allowed_ips: ['127.0.0.0/8', '2001:db8::/32'],
  expires_at: '2099-12-31T12:00:00+01:00',
};
const make = (body: object = asked, key: string = randomUUID()) => ({
  method: 'POST',
  path: '/api-keys',
  body,
  headers: { 'idempotency-key': key },
});

/** How the API answers a key. */
const answersOf = ({ baseUrl }: Tenant, key: string) => {
  const call = callerOf(baseUrl, key);
  return async (path: string, method = 'GET', body?: object) => {
    const { status, body: shown } = await call({ method, path, body });
    return [status, shown.code, shown.required_scope].filter((one) => one !== undefined).join(' ');
  };
};

const everythingStored = async () =>
  JSON.stringify(
    await Promise.all(
      (['idempotency', 'resources', 'outbox', 'access'] as const).map((one) => stored.items(one)),
    ),
  );

test('a restricted key is shown once, and then with what it may do, from where and until when', async () => {
  const tenant = await aRegisteredTenant(local);
  const { call, operator_id } = await signedIn(tenant);
  const made = await call(make());
  assert.equal(made.status, 201, made.text);
  const { secret_key, ...shown } = made.body;
  assert.match(secret_key, /^rk_sandbox_[0-9A-Za-z]{38}$/);
  const { kind, masked, name, scopes, allowed_ips, expires_at, status, last_used_on } = shown;
  const { name: named, scopes: granted, allowed_ips: from } = asked;
  assert.deepEqual([kind, name, scopes, allowed_ips], ['restricted', named, granted, from]);
  assert.deepEqual(
    [expires_at, status, last_used_on],
    ['2099-12-31T11:00:00.000Z', 'active', null],
  );
  assert.equal(masked, `rk_sandbox_…${secret_key.slice(-4)}`);
  assert.equal(made.headers.location, `/v1/api-keys/${shown.id}`);
  assert.deepEqual((await call({ method: 'GET', path: `/api-keys/${shown.id}` })).body, shown);
  assert.deepEqual((await call({ method: 'GET', path: '/api-keys' })).body.data[0], shown);
  await answersOf(tenant, secret_key)('/cards');
  for (const text of [await everythingStored(), JSON.stringify(local.logs.lines())])
    assert.ok(!text.includes(secret_key.slice('rk_sandbox_'.length, -6)));
  const [event] = (await stored.items('outbox', tenant.tenant_id)).filter(
    ({ resource }) => resource.id === shown.id,
  );
  assert.deepEqual(
    [event?.type, event?.causation.actor],
    ['api_key.created', { type: 'operator', id: operator_id }],
  );
  const { data } = JSON.parse(event?.body);
  assert.deepEqual([data.name, data.scopes, data.allowed_ips], [named, granted, from]);
});

test('what is remembered of a key for a minute does not open what its scopes do not name', async () => {
  const tenant = await aRegisteredTenant(local);
  const answers = answersOf(
    tenant,
    await aRestrictedKey(tenant, ['accounts:read', 'customers:write']),
  );
  assert.equal(await answers('/accounts'), '200');
  assert.equal(await answers('/cards'), '403 insufficient_scope cards:read');
  assert.equal(await answers('/customers', 'POST', individual({})), '201');
  assert.equal(await answers('/customers'), '200');
  assert.equal(
    await answers('/webhooks', 'POST', { url: 'https://example.com' }),
    '403 insufficient_scope webhooks:write',
  );
  for (const path of ['/api-keys', '/api-keys/rotate'])
    assert.equal(await answers(path, 'POST', {}), '404 route_not_found');
  assert.equal(await answersOf(tenant, tenant.secret_key)('/cards'), '200');
});

test('a key and a person see only the parts of a response that their scopes and role include', async () => {
  const tenant = await aRegisteredTenant(local);
  const { id, customer_id } = await aDocument(tenant);
  const { body: events } = await tenant.call({
    method: 'GET',
    path: '/events',
    query: [['customer_id', customer_id]],
  });
  const shown = async (call: Tenant['call']) => {
    const document = await call({ method: 'GET', path: `/documents/${id}` });
    const event = await call({ method: 'GET', path: `/events/${events.data[0].id}` });
    assert.deepEqual([document.status, event.status], [200, 200]);
    return [document.body.upload !== null, event.body.deliveries !== null];
  };
  const key = async (...scopes: Scope[]) =>
    callerOf(tenant.baseUrl, await aRestrictedKey(tenant, scopes));
  assert.deepEqual(await shown(await key('documents:read', 'events:read')), [false, false]);
  assert.deepEqual(await shown(await key('documents:write', 'events:read', 'deliveries:read')), [
    true,
    true,
  ]);
  assert.deepEqual(await shown(tenant.call), [true, true]);
  for (const [role, uploads] of [
    ['viewer', false] as const,
    ['reviewer', false] as const,
    ['developer', true] as const,
  ])
    assert.deepEqual(await shown((await signedIn(tenant, role)).call), [uploads, true], role);
});

test('a developer creates no key that may do what only owners may', async () => {
  const tenant = await aRegisteredTenant(local);
  const [developer, owner] = [await signedIn(tenant), await signedIn(tenant, 'owner')];
  const redacting = { ...asked, scopes: ['customers:redact'] };
  const rejected = await developer.call(make(redacting));
  assert.deepEqual([rejected.status, rejected.body.code], [403, 'forbidden']);
  assert.match(rejected.body.detail, /customers:redact/);
  const rotate = { ...make({}), path: '/api-keys/rotate' };
  assert.deepEqual((await developer.call(rotate)).body.code, 'forbidden');
  assert.equal((await owner.call(make(redacting))).status, 201);
  const answers = answersOf(tenant, await aRestrictedKey(tenant, ['customers:write']));
  const path = '/customers/cus_01h455vb4pex5vsknk084sn02q/redact';
  assert.equal(await answers(path, 'POST', {}), '403 insufficient_scope customers:redact');
});

test('a key with an allow-list works from its addresses alone', async () => {
  const tenant = await aRegisteredTenant(local);
  const elsewhere = await aRestrictedKey(tenant, ['accounts:read'], {
    allowed_ips: ['203.0.113.0/24'],
  });
  const here = await aRestrictedKey(tenant, ['accounts:read'], {
    allowed_ips: ['203.0.113.0/24', '127.0.0.1'],
  });
  assert.equal(await answersOf(tenant, elsewhere)('/accounts'), '403 ip_address_not_allowed');
  assert.equal(await answersOf(tenant, elsewhere)('/cards'), '403 ip_address_not_allowed');
  assert.equal(await answersOf(tenant, here)('/accounts'), '200');
});

/** The authorizer's answer about a key now, whatever the gateway remembers. */
const authorize = async (authorizationToken: string): Promise<Any> => {
  const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
  const { payload } = await local.invoke(functionName('sandbox', 'authorize-request'), {
    type: 'TOKEN',
    methodArn,
    authorizationToken,
  });
  const { context, policyDocument } = payload as Any;
  return policyDocument.Statement[0].Effect === 'Deny' ? 'denied' : context;
};

test('a key works until its time is over or it is revoked, and says nothing new of the others', async () => {
  const tenant = await aRegisteredTenant(local);
  const { call } = await signedIn(tenant);
  const { id, secret_key } = (await call(make())).body;
  const { scopes, allowed_ips } = await authorize(secret_key);
  assert.deepEqual(
    [scopes, allowed_ips],
    ['accounts:read customers:write', '127.0.0.0/8 2001:db8::/32'],
  );
  const said = Object.keys(await authorize(tenant.secret_key));
  assert.ok(!said.includes('scopes') && !said.includes('allowed_ips'));
  const item = await stored.key(secret_key);
  await stored.set('access', item, { expires_at: new Date(Date.now() - 1).toISOString() });
  assert.equal(await authorize(secret_key), 'denied');
  await stored.set('access', item, { expires_at: null, scopes: '' });
  assert.equal((await authorize(secret_key)).scopes, 'none');
  await call({ method: 'POST', path: '/api-keys/rotate', body: { grace_seconds: 0 } });
  assert.notEqual(await authorize(secret_key), 'denied');
  assert.equal(
    (await call({ method: 'POST', path: `/api-keys/${id}/revoke` })).body.status,
    'revoked',
  );
  assert.equal(await authorize(secret_key), 'denied');
  assert.equal(await answersOf(tenant, secret_key)('/accounts'), '401 unauthorized');
});

test('a creation that is repeated with its key makes no second one and has no secret to show', async () => {
  const tenant = await aRegisteredTenant(local);
  const { call } = await signedIn(tenant);
  const key = randomUUID();
  const { secret_key, ...first } = (await call(make(asked, key))).body;
  const again = await call(make(asked, key));
  assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
  assert.deepEqual(again.body, first);
  assert.ok(!(await everythingStored()).includes(secret_key.slice('rk_sandbox_'.length, -6)));
  const { data } = (await call({ method: 'GET', path: '/api-keys' })).body;
  assert.equal(data.filter(({ kind }: Any) => kind === 'restricted').length, 1);
});

test('what is wrong with a key is pointed at, and makes none', async () => {
  const tenant = await aRegisteredTenant(local);
  const { call } = await signedIn(tenant);
  const faults: readonly (readonly [object, string])[] = [
    [{ ...asked, scopes: [] }, '/scopes too_short'],
    [{ ...asked, scopes: ['cards:everything'] }, '/scopes/0 invalid_value'],
    [{ ...asked, name: '4242 4242 4242 4242' }, '/name card_number_not_allowed'],
    [{ ...asked, allowed_ips: ['10.0.0.0/8', '10.0.0.0/33'] }, '/allowed_ips/1 invalid_format'],
    [{ ...asked, allowed_ips: Array(17).fill('::1') }, '/allowed_ips too_long'],
    [{ ...asked, expires_at: '2026-01-01T00:00:00Z' }, '/expires_at too_small'],
    [{ ...asked, expires_at: 'tomorrow' }, '/expires_at invalid_format'],
    [{ ...asked, kind: 'secret' }, '/kind unknown_field'],
    [{}, '/name required'],
  ];
  for (const [body, expected] of faults) {
    const { status, body: problem } = await call(make(body));
    const [first] = problem.errors.map(({ pointer, code }: Any) => `${pointer} ${code}`);
    assert.deepEqual([status, first], [400, expected]);
  }
  const { data } = (await call({ method: 'GET', path: '/api-keys' })).body;
  assert.deepEqual(
    data.map(({ kind }: Any) => kind),
    ['public', 'secret'],
  );
});
