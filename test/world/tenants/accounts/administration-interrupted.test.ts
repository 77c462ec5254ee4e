import '../../process.ts';
import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import { functionName } from '../../../../lib/environments.ts';
import type { Effect } from '../../../../local/faults.ts';
import { callerOf } from '../../../helpers/call.ts';
import { administer } from '../../../helpers/fixtures/tenants.ts';
import { footprintOf } from '../../../helpers/footprint.ts';
import { injectFault } from '../../../helpers/injected-faults.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const local = await world();
const { aBusiness, tables: stored } = local;

const administrator = functionName('sandbox', 'administer-business');
const authorizer = functionName('sandbox', 'authorize-request');

const aRegistration = () => {
  const tenant_id = idsAt(new Date())('tenant');
  return { command: 'register', tenant_id, name: 'Analytical Engines', email: 'ops@example.com' };
};

/** Everything there is of a business, its keys included. */
const remainsOf = async (tenantId: string) => [
  ...(await footprintOf(stored, tenantId)),
  ...(await stored.items('access', tenantId)).map(({ kind }) => `key ${kind}`),
];

const whole = [
  'account active 1',
  'counters-comparison',
  'event api_key.created 1',
  'event api_key.created 1',
  'tenant',
];

const sorted = (lines: readonly string[]) => lines.toSorted();

/** Runs a command while its commit is struck once; resolves to whether it failed. */
const struck = async (command: { command: string; tenant_id: string }, effect: Effect) => {
  const fault = injectFault(local, command, {
    function: administrator,
    operation: 'TransactWriteItems',
    nth: 1,
    effect,
  });
  const { functionError } = await local.invoke(administrator, command);
  fault.remove();
  assert.equal(fault.hits, 1);
  return functionError !== undefined;
};

test('a registration that is killed before its commit leaves nothing, and succeeds the next time', async () => {
  const registration = aRegistration();
  assert.ok(await struck(registration, 'kill-before'));
  assert.deepEqual(await remainsOf(registration.tenant_id), []);
  const { secret_key } = await administer(local, registration);
  assert.deepEqual(
    sorted(await remainsOf(registration.tenant_id)),
    sorted([...whole, 'key public', 'key secret']),
  );
  const call = callerOf(local.environments.sandbox?.base_url ?? '', secret_key);
  assert.equal((await call({ method: 'GET', path: '/accounts' })).status, 200);
});

test('a registration that is killed after its commit is whole; it is rejected the next time, and a rotation shows keys', async () => {
  const registration = aRegistration();
  assert.ok(await struck(registration, 'kill-after'));
  assert.deepEqual(
    sorted(await remainsOf(registration.tenant_id)),
    sorted([...whole, 'key public', 'key secret']),
  );
  const { problem } = await administer(local, registration);
  assert.deepEqual([problem.code, problem.allowed_actions], ['action_not_allowed', ['rotate']]);
  const { secret_key } = await administer(local, {
    command: 'rotate',
    tenant_id: registration.tenant_id,
  });
  const call = callerOf(local.environments.sandbox?.base_url ?? '', secret_key);
  assert.equal((await call({ method: 'GET', path: '/accounts' })).status, 200);
});

test('a registration whose answer from AWS is lost, or that meets another transaction, succeeds once', async () => {
  for (const effect of ['drop-answer', 'conflict', 'throttle', 'unavailable'] satisfies Effect[]) {
    const registration = aRegistration();
    assert.equal(await struck(registration, effect), false, effect);
    assert.deepEqual(
      sorted(await remainsOf(registration.tenant_id)),
      sorted([...whole, 'key public', 'key secret']),
    );
  }
});

/** The calls of the administrator to API Gateway, in its order. */
const enrolling = ['CreateApiKey', 'CreateUsagePlanKey'];

/** Runs a command while one of its calls is struck once; resolves to whether it failed. */
const enrolledUnder = async (
  command: { command: string; tenant_id: string },
  operation: string,
  effect: Effect,
) => {
  const fault = local.faults.add({ function: administrator, operation, nth: 1, effect });
  const failed = await administer(local, command).then(
    () => false,
    () => true,
  );
  fault.remove();
  assert.equal(fault.hits, 1, `${operation} ${effect}`);
  return failed;
};

test('a registration that is killed while it enrols leaves nothing that opens a door, and succeeds the next time', async () => {
  for (const operation of enrolling)
    for (const effect of ['kill-before', 'kill-after', 'drop-answer'] satisfies Effect[]) {
      const registration = aRegistration();
      const failed = await enrolledUnder(registration, operation, effect);
      assert.equal(failed, effect !== 'drop-answer');
      if (failed) assert.deepEqual(await remainsOf(registration.tenant_id), []);
      const { secret_key } = await administer(
        local,
        failed ? registration : { command: 'rotate', tenant_id: registration.tenant_id },
      );
      const call = callerOf(local.environments.sandbox?.base_url ?? '', secret_key);
      assert.equal(
        (await call({ method: 'GET', path: '/accounts' })).status,
        200,
        `${operation} ${effect}`,
      );
    }
});

test('a business that is moved to another plan is let in wherever the move is killed, and moves when it is repeated', async () => {
  const strikes = [...enrolling, 'TransactWriteItems'].flatMap((operation) =>
    (['kill-before', 'kill-after'] as const).map((effect) => ({ operation, effect })),
  );
  for (const { operation, effect } of strikes) {
    const { tenant_id, baseUrl } = await aBusiness();
    const command = { command: 'limit', tenant_id, plan: 'elevated' };
    assert.ok(await enrolledUnder(command, operation, effect));
    const statusNow = async () => {
      const { secret_key } = await administer(local, { command: 'rotate', tenant_id });
      return (await callerOf(baseUrl, secret_key)({ method: 'GET', path: '/accounts' })).status;
    };
    assert.equal(await statusNow(), 200, `${operation} ${effect}`);
    assert.equal((await administer(local, command)).plan, 'elevated');
    assert.equal(await statusNow(), 200, `${operation} ${effect}`);
  }
});

test('a rotation that is killed on either side of its commit can be done again, and the keys it shows work', async () => {
  for (const effect of ['kill-before', 'kill-after'] satisfies Effect[]) {
    const { tenant_id, baseUrl } = await aBusiness();
    const command = { command: 'rotate', tenant_id };
    assert.ok(await struck(command, effect));
    const { secret_key } = await administer(local, command);
    assert.equal(
      (await callerOf(baseUrl, secret_key)({ method: 'GET', path: '/accounts' })).status,
      200,
    );
    const live = (await stored.items('access', tenant_id)).filter(
      ({ kind, expires_at }) =>
        kind === 'secret' && (expires_at === null || Date.parse(expires_at) > Date.now()),
    );
    // The keys that were rotated to before the answer got lost live on for their grace, and so do
    // those that were deployed.
    assert.equal(live.length, effect === 'kill-after' ? 3 : 2);
  }
});

test('a suspension that is killed after its commit is rejected the next time, and holds', async () => {
  const { tenant_id, call } = await aBusiness();
  assert.ok(await struck({ command: 'suspend', tenant_id }, 'kill-after'));
  assert.equal(
    (await administer(local, { command: 'suspend', tenant_id })).problem.current_status,
    'suspended',
  );
  assert.equal((await call({ method: 'GET', path: '/accounts' })).status, 403);
});

test('two rotations at once end as one after the other: each shows keys, and two secrets open the door', async () => {
  const { tenant_id } = await aBusiness();
  const command = { command: 'rotate', tenant_id };
  const both = await Promise.all([administer(local, command), administer(local, command)]);
  const secrets = await Promise.all(both.map(({ secret_key }) => stored.key(secret_key)));
  assert.deepEqual(new Set(secrets.map(({ revoked_at }) => revoked_at)), new Set([null]));
  const [account] = (await stored.items('resources', tenant_id)).filter(({ pk }) =>
    pk.endsWith('/account'),
  );
  assert.equal(account.version, 3);
});

test('a call whose authorizer is killed is 500 and nothing is remembered of it', async () => {
  for (const [operation, effect] of [
    ['GetItem', 'kill-before'],
    ['GetItem', 'kill-after'],
    ['UpdateItem', 'kill-before'],
    ['UpdateItem', 'kill-after'],
  ] as const) {
    const { call } = await aBusiness();
    const fault = local.faults.add({ function: authorizer, operation, nth: 1, effect });
    const { status, body } = await call({ method: 'GET', path: '/accounts' });
    fault.remove();
    assert.deepEqual(
      [status, body.code, fault.hits],
      [500, 'internal', 1],
      `${operation} ${effect}`,
    );
    assert.equal((await call({ method: 'GET', path: '/accounts' })).status, 200);
  }
});

test('that the day of last use cannot be written keeps nobody out', async () => {
  const { call, secret_key } = await aBusiness();
  const fault = local.faults.add({ function: authorizer, operation: 'UpdateItem', effect: 'deny' });
  assert.equal((await call({ method: 'GET', path: '/accounts' })).status, 200);
  fault.remove();
  assert.ok(fault.hits > 0);
  assert.equal((await stored.key(secret_key)).last_used_on, null);
});
