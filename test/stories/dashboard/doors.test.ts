import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { callerOf } from '../../helpers/call.ts';
import { administer, aRegisteredTenant } from '../../helpers/fixtures/tenants.ts';
import { aPerson, dashboardApiOf, withToken } from '../../helpers/people.ts';
import { test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();
const list = { method: 'GET', path: '/customers' };

/** How the dashboard's API greets a token. */
const greeting = async (token: string) => {
  const { status, body } = await withToken(local, 'sandbox', token)(list);
  return status === 200 ? 200 : `${status} ${body.code}`;
};

test('of another business nothing is seen, whatever is asked', async () => {
  const [mine, other] = [await aRegisteredTenant(local), await aRegisteredTenant(local)];
  const theirs = callerOf(other.baseUrl, other.secret_key);
  const made = async (path: string, body: object) =>
    (await theirs({ method: 'POST', path, body })).body.id;
  const customer = await made('/customers', {
    type: 'individual',
    first_name: 'Ada',
    last_name: 'Lovelace',
  });
  const webhook = await made('/webhooks', { url: 'https://example.com/hook' });
  const { id_token } = await aPerson(local, { tenant_id: mine.tenant_id });
  const call = withToken(local, 'sandbox', id_token);
  const lists = [
    'accounts',
    'customers',
    'cards',
    'webhooks',
    'deliveries',
    'events',
    'api-keys',
    'overview',
  ];
  for (const path of lists) {
    const { status, text } = await call({ method: 'GET', path: `/${path}` });
    assert.equal(status, 200, path);
    for (const one of [other.tenant_id, other.account_id, other.public_key, customer, webhook])
      assert.ok(!text.includes(one), `${path} shows ${one}`);
  }
  const below = ['', '/timeline', '/documents', '/verifications', '/features'].map(
    (part) => `customers/${customer}${part}`,
  );
  for (const path of [...below, `webhooks/${webhook}`])
    assert.equal((await call({ method: 'GET', path: `/${path}` })).status, 404, path);
});

test('no token stands in what is logged, whether it is let in or turned away', async () => {
  const { tenant_id } = await aRegisteredTenant(local);
  const { id_token, access_token } = await aPerson(local, { tenant_id });
  assert.deepEqual(
    [await greeting(id_token), await greeting(access_token)],
    [200, '401 unauthorized'],
  );
  const lines = JSON.stringify(local.logs.lines());
  assert.ok(lines.length > 2);
  const parts = [id_token, access_token].flatMap((token) => token.split('.').slice(1));
  for (const part of parts) assert.ok(!lines.includes(part), part);
});

test('the error says what to do in the dashboard, where people have no key', async () => {
  const { body } = await withToken(local, 'sandbox', 'a.b.c')(list);
  assert.match(body.detail, /Sign in again/);
});

test('a key opens no door of the dashboard, and a token none of the public API', async () => {
  const tenant = await aRegisteredTenant(local);
  const { status } = await withToken(local, 'sandbox', tenant.secret_key)(list);
  assert.equal(status, 401);
  const { id_token } = await aPerson(local, { tenant_id: tenant.tenant_id });
  assert.equal((await callerOf(tenant.baseUrl, id_token)(list)).status, 401);
  assert.notEqual(dashboardApiOf(local, 'sandbox'), tenant.baseUrl);
});

test('people of a suspended business get that answer', async () => {
  const { tenant_id } = await aRegisteredTenant(local);
  await administer(local, { command: 'suspend', tenant_id });
  const { id_token } = await aPerson(local, { tenant_id });
  assert.equal(await greeting(id_token), '403 account_suspended');
});

test('a token is good in the environment that it is for, and in no other', async () => {
  const { tenant_id } = await aRegisteredTenant(local);
  const tokens = await Promise.all(
    (['sandbox', 'live'] as const).map(async (environment) => [
      environment,
      (await aPerson(local, { tenant_id, environment })).id_token,
    ]),
  );
  for (const [made, token] of tokens)
    for (const environment of ['sandbox', 'live'] as const) {
      const { status } = await withToken(local, environment, String(token))(list);
      assert.equal(status === 401, made !== environment, `a token for ${made} in ${environment}`);
    }
});

test('a person is let in where the business is registered, and nowhere else', async () => {
  const { tenant_id } = await aRegisteredTenant(local);
  const email = `${randomUUID()}@example.com`;
  assert.equal(await greeting((await aPerson(local, { tenant_id, email })).id_token), 200);
  const { id_token } = await aPerson(local, { tenant_id, email, environment: 'live' });
  const { status, body } = await withToken(local, 'live', id_token)(list);
  assert.deepEqual([status, body.code], [403, 'forbidden']);
  assert.match(body.detail, /not registered in this environment/);
});
