import assert from 'node:assert/strict';
import { makeKey } from '../../../functions/tenants/api-keys/table.ts';
import { functionName } from '../../../lib/environments.ts';
import type { RecordedCall } from '../../../local/recorder.ts';
import type { Local } from '../../../local/start.ts';
import { administer, aTenant, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { startService } from '../../helpers/service.ts';
import { after, before, test } from '../../helpers/tests.ts';

const authorizer = functionName('sandbox', 'authorize-request');

// A service of its own, since it looks at which functions have been started.
let local: Local;
let tenant: Tenant;
let liveKey: string;
before(async () => {
  local = await startService({ environments: ['sandbox', 'live'] });
  tenant = await aTenant(local);
  liveKey = (await aTenant(local, 'live')).secret_key;
});
after(() => local.stop());

type ApiKey = string | readonly string[] | undefined;

/** The part of a key that the caller learns, but for the id of the request. */
const reported = async (key: ApiKey) => {
  const { status, headers, body } = await tenant.call({
    method: 'GET',
    path: '/accounts',
    headers: { 'api-key': key },
  });
  const { request_id: _ours, ...rest } = body;
  return { status, type: headers['content-type'], retry: headers['x-should-retry'], rest };
};

const refusal = {
  status: 401,
  type: 'application/problem+json',
  retry: 'false',
  rest: {
    type: '/v1/docs/errors/unauthorized',
    title: 'No valid API key',
    status: 401,
    detail: 'Send the Secret Key of this environment in the header Api-Key.',
    code: 'unauthorized',
  },
};

/** Workers may still be at what the setup caused. */
const isOfCaller = ({ function: name }: RecordedCall) =>
  name === authorizer || name === functionName('sandbox', 'accounts.list');

const authorizersStarted = () =>
  local.pool.instances().filter(({ of }) => of.name === authorizer).length;

/** Keys that do not even look like one of this environment. */
const shapeless = (): Record<string, ApiKey> => {
  const { secret_key, public_key } = tenant;
  return {
    missing: undefined,
    empty: '',
    'a space': ' ',
    malformed: 'secret',
    'without its last character': secret_key.slice(0, -1),
    'one character too long': `${secret_key}0`,
    'in capitals': secret_key.toUpperCase(),
    'after a scheme': `Bearer ${secret_key}`,
    'in quotes': `"${secret_key}"`,
    'the Public Key': public_key,
    'of the other environment': liveKey,
    'of the other environment in our clothes': liveKey.replace('live', 'sandbox').slice(0, -1),
    'beyond ASCII': `${secret_key.slice(0, -1)}é`,
    'UTF-8 as sent': Buffer.from(`${secret_key.slice(0, -1)}ключ`).toString('latin1'),
    'of 8 KB': secret_key.padEnd(8192, 'a'),
    'of 8 KB, anything': 'a'.repeat(8192),
    'sent twice, the second one empty': [secret_key, ''],
    'sent twice, the second one Public': [secret_key, public_key],
    'two in one': `${secret_key}, ${secret_key}`,
    'a letter': 'x',
    'without its first character': secret_key.slice(1),
    'with a sign where its last character was': secret_key.replace(/.$/, '-'),
  };
};

test('what does not look like a key is 401 with one and the same body, and starts no function', async () => {
  const calls = await local.recorder.during(async () => {
    for (const [name, key] of Object.entries(shapeless()))
      assert.deepEqual(await reported(key), refusal, name);
  });
  assert.deepEqual(calls.filter(isOfCaller), []);
  assert.equal(local.pool.instances().length, 0);
  assert.deepEqual(await reported(makeKey('secret', 'sandbox')), refusal);
  assert.equal(authorizersStarted(), 1);
});

test('a wrong checksum is 401 without asking any table', async () => {
  const { secret_key } = tenant;
  const last = secret_key.at(-1) === '0' ? '1' : '0';
  const invented = {
    mistyped: `${secret_key.slice(0, -1)}${last}`,
    invented: `sk_sandbox_${'0'.repeat(38)}`,
  };
  const calls = await local.recorder.during(async () => {
    for (const [name, key] of Object.entries(invented))
      assert.deepEqual(await reported(key), refusal, name);
  });
  const asked = calls.filter((call) => call.function === authorizer);
  assert.deepEqual(asked, []);
  assert.ok(authorizersStarted() > 0);
});

test('a key that nobody has, a revoked one and one whose grace is over are 401 with that same body', async () => {
  const [revoked, expired] = [await aTenant(local), await aTenant(local)];
  const { api_keys } = await administer(local, {
    command: 'suspend',
    tenant_id: revoked.tenant_id,
  });
  const { id: key_id } = api_keys.find(({ kind }: { kind: string }) => kind === 'secret');
  await administer(local, { command: 'reactivate', tenant_id: revoked.tenant_id });
  await administer(local, { command: 'revoke', tenant_id: revoked.tenant_id, key_id });
  await administer(local, { command: 'rotate', tenant_id: expired.tenant_id, grace_seconds: 0 });
  const keys = {
    unknown: makeKey('secret', 'sandbox'),
    revoked: revoked.secret_key,
    expired: expired.secret_key,
  };
  for (const [name, key] of Object.entries(keys))
    assert.deepEqual(await reported(key), refusal, name);
});

test('a key that opens nothing is denied every route, which is no error of the function and rings no alarm', async () => {
  const last = tenant.secret_key.at(-1) === '0' ? '1' : '0';
  const mistyped = `${tenant.secret_key.slice(0, -1)}${last}`;
  for (const authorizationToken of [
    makeKey('secret', 'sandbox'),
    mistyped,
    tenant.public_key,
    liveKey,
  ]) {
    const methodArn = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/GET/accounts';
    const { functionError, payload } = await local.invoke(authorizer, {
      type: 'TOKEN',
      methodArn,
      authorizationToken,
    });
    assert.equal(functionError, undefined);
    const { context, policyDocument } = payload as {
      context?: object;
      policyDocument: { Statement: object[] };
    };
    assert.equal(context, undefined);
    const Resource = 'arn:aws:execute-api:eu-west-1:000000000000:api/v1/*';
    assert.deepEqual(policyDocument.Statement, [
      { Effect: 'Deny', Action: 'execute-api:Invoke', Resource },
    ]);
  }
});

test('one question about a key serves a minute of calls on every route', async () => {
  const fresh = await aTenant(local);
  const asked = await local.recorder.during(async () => {
    await fresh.call({ method: 'GET', path: '/accounts' });
    await Promise.all(
      Array.from({ length: 10 }, () => fresh.call({ method: 'GET', path: '/customers' })),
    );
    await fresh.call({
      method: 'POST',
      path: '/customers',
      body: { type: 'individual', first_name: 'A', last_name: 'B' },
    });
  });
  const questions = asked
    .filter((each) => each.function === authorizer)
    .map(({ operation }) => operation);
  assert.deepEqual(questions, ['GetItem', 'UpdateItem']);
});
