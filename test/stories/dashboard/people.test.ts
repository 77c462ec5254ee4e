import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { everyRoute } from '../../../functions/app/routes.ts';
import { operatorIdOf, subOf } from '../../../functions/core/operator.ts';
import type { Route } from '../../../functions/core/route.ts';
import { functionName } from '../../../lib/environments.ts';
import { aForgedCursor } from '../../helpers/cursor-keys.ts';
import { isDaySince } from '../../helpers/days.ts';
import { grantedIn, noUses, uncovered, unused } from '../../helpers/granted.ts';
import {
  type Ask,
  anEmail,
  give,
  invite,
  livePeople,
  people,
  remove,
  resend,
} from '../../helpers/live-people.ts';
import { describe, test } from '../../helpers/tests.ts';
import { listeningWithoutRelay } from '../../world/listening/service.ts';

const local = await listeningWithoutRelay();
const { administered, pool, roleInPool, userOf, asOperator, aBusiness } = livePeople(local);

describe('registering a business', () => {
  test('invites its e-mail address as owner, once', async () => {
    const email = anEmail();
    const registered = await administered({
      command: 'register',
      name: 'Analytical Engines',
      email,
    });
    assert.equal(registered.owner_invitation, 'sent');
    const sent = () => local.userPools.invitations.filter((one) => one.email === email).length;
    assert.equal(sent(), 1);
    const { tenant_id } = registered;
    assert.equal((await administered({ command: 'invite', tenant_id })).owner_invitation, 'sent');
    assert.equal(sent(), 2);
    const user = userOf(email) ?? assert.fail();
    pool().directory.users.set(user.sub, { ...user, status: 'CONFIRMED' });
    assert.equal((await administered({ command: 'invite', tenant_id })).owner_invitation, 'active');
    assert.equal(sent(), 2);
  });

  test('stands where the address is another business’s, and says that no person was invited', async () => {
    const { email } = await aBusiness();
    const second = await administered({ command: 'register', name: 'Difference Engines', email });
    assert.equal(second.owner_invitation, 'failed');
    assert.match(second.secret_key, /^sk_live_/);
  });
});

describe('people', () => {
  test('are invited, given roles and removed by an owner', async () => {
    const { call, email } = await aBusiness();
    const other = anEmail();
    const { status, body, headers } = await call(invite('viewer', other));
    assert.deepEqual([status, body.role, body.status, body.version], [201, 'viewer', 'invited', 1]);
    assert.equal(headers.location, `/v1/operators/${body.id}`);
    assert.deepEqual(
      (await people(call)).map((one) => one.replace(' invited you', ' active you')),
      [`${other} viewer invited`, `${email} owner active you`],
    );
    const changed = await call(give(body.id, 'developer'));
    assert.deepEqual(
      [changed.status, changed.body.role, changed.body.version],
      [200, 'developer', 2],
    );
    assert.equal(roleInPool(body.id), 'developer');
    assert.deepEqual(
      (await call({ method: 'GET', path: `/operators/${body.id}` })).body,
      changed.body,
    );
    assert.equal((await call(remove(body.id))).status, 204);
    assert.equal(roleInPool(body.id), undefined);
    assert.equal((await people(call)).length, 1);
    assert.equal((await call(remove(body.id))).status, 404);
    const again = await call(invite('viewer', other));
    assert.deepEqual([again.status, again.body.version, again.body.status], [201, 1, 'invited']);
    assert.notEqual(again.body.id, body.id);
  });

  test('get another invitation until they have signed in, with what is known of their sign-in', async () => {
    const { tenant_id, call } = await aBusiness();
    const [email, key] = [anEmail(), randomUUID()];
    const invited = (await call(invite('viewer', email))).body;
    assert.ok(
      Date.parse(invited.invitation_expires_at) - Date.parse(invited.created_at) === 3 * 86_400_000,
    );
    assert.deepEqual([invited.last_signed_in_on, invited.has_second_factor], [null, false]);
    const first = local.userPools.invitations.at(-1);
    const again = await call(resend(invited.id, key));
    assert.deepEqual([again.status, again.body.version, again.body.status], [200, 2, 'invited']);
    assert.ok(again.body.invitation_expires_at > invited.invitation_expires_at);
    assert.equal((await call(resend(invited.id, key))).headers['idempotent-replayed'], 'true');
    const sent = local.userPools.invitations.filter((one) => one.email === email);
    assert.equal(sent.length, 2);
    assert.notEqual(sent[1]?.temporary_password, first?.temporary_password);
    const stale = await call({
      ...resend(invited.id),
      headers: { 'idempotency-key': key + 1, 'if-match': '"1"' },
    });
    assert.equal(stale.status, 412);
    const person = await asOperator(tenant_id, subOf(invited.id));
    const late = await call(resend(invited.id));
    assert.deepEqual([late.status, late.body.code], [409, 'invitation_accepted']);
    // That it cannot be recorded keeps nobody out, and is logged.
    const authorizer = functionName('live', 'authorize-operator');
    const fault = local.faults.add({
      function: authorizer,
      operation: 'UpdateItem',
      effect: 'deny',
    });
    assert.equal((await person.call({ method: 'GET', path: '/customers' })).status, 200);
    fault.remove();
    const said = local.logs.lines().filter(({ functionName }) => functionName === authorizer);
    assert.ok(
      said.some(({ line }) => line.includes('"event":"sign_in_unrecorded"')),
      said.at(-1)?.line,
    );
    const began = new Date();
    const next = await asOperator(tenant_id, subOf(invited.id));
    assert.equal((await next.call({ method: 'GET', path: '/customers' })).status, 200);
    // The day is recorded once, however many tokens follow.
    const calls = await local.recorder.during(async () => {
      const { call: later } = await asOperator(tenant_id, subOf(invited.id));
      assert.equal((await later({ method: 'GET', path: '/customers' })).status, 200);
    });
    const ofAuthorizer = calls.filter((one) => one.function === authorizer);
    assert.deepEqual(new Set(ofAuthorizer.map(({ operation }) => operation)), new Set(['GetItem']));
    const { body } = await call({ method: 'GET', path: `/operators/${invited.id}` });
    const { last_signed_in_on, invitation_expires_at, version } = body;
    assert.ok(isDaySince(began, last_signed_in_on), last_signed_in_on);
    assert.deepEqual([invitation_expires_at, version], [null, 2]);
    await call(give(invited.id, 'developer'));
    const [newest] = (await call({ method: 'GET', path: '/operators' })).body.data;
    assert.deepEqual([newest.id, newest.last_signed_in_on], [invited.id, last_signed_in_on]);
  });

  test('of another business are not found', async () => {
    const [one, other] = [await aBusiness(), await aBusiness()];
    for (const call of [
      give(other.operator_id, 'viewer'),
      remove(other.operator_id),
      resend(other.operator_id),
    ])
      assert.deepEqual(
        [(await one.call(call)).status, roleInPool(other.operator_id)],
        [404, 'owner'],
      );
  });

  test('keep an owner who has signed in, until another has', async () => {
    const { tenant_id, call, operator_id } = await aBusiness();
    const { id } = (await call(invite('owner'))).body;
    for (const each of [give(operator_id, 'viewer'), remove(operator_id)])
      assert.deepEqual(
        [(await call(each)).body?.code, roleInPool(operator_id)],
        ['last_owner', 'owner'],
      );
    await asOperator(tenant_id, subOf(id));
    assert.deepEqual(
      [(await call(remove(operator_id))).status, roleInPool(operator_id)],
      [204, undefined],
    );
  });

  test('keep an owner when two remove each other at once', async () => {
    for (const act of [remove, (id: string) => give(id, 'viewer')]) {
      const { tenant_id, call, operator_id } = await aBusiness();
      const { body } = await call(invite('owner'));
      const other = await asOperator(tenant_id, subOf(body.id));
      const answers = await Promise.all([call(act(body.id)), other.call(act(operator_id))]);
      const [first, second] = answers.map(({ status }) => status).toSorted();
      // The later of the two is the last owner, or no owner any more, or removed.
      assert.ok(
        first && first < 300 && second && [401, 403, 409].includes(second),
        `${first} ${second}`,
      );
      const left = [operator_id, body.id].filter((id) => roleInPool(id) === 'owner');
      assert.equal(left.length, 1);
    }
  });

  test('are changed only as they were read', async () => {
    const { call } = await aBusiness();
    const { body } = await call(invite('viewer'));
    const stale = await call({ ...give(body.id, 'developer'), headers: { 'if-match': '"7"' } });
    assert.deepEqual([stale.status, roleInPool(body.id)], [412, 'viewer']);
    const fresh = await call({ ...give(body.id, 'developer'), headers: { 'if-match': '"1"' } });
    assert.deepEqual([fresh.status, fresh.headers.etag], [200, '"2"']);
    const removal = {
      method: 'DELETE',
      path: `/operators/${body.id}`,
      headers: { 'if-match': '"1"' },
    };
    assert.deepEqual([(await call(removal)).status, roleInPool(body.id)], [412, 'developer']);
  });
});

test('in live a token says who calls, and the team what they may: less at once, and nothing once they are gone', async () => {
  const { tenant_id, call } = await aBusiness();
  const { id } = (await call(invite('developer'))).body;
  // The gateway caches the authorizer's answer about a token; each of these is new to it.
  const tokens = await Promise.all([0, 1, 2].map(() => asOperator(tenant_id, subOf(id))));
  const [early, changed, late] = tokens.map((one) => one.call) as [Ask, Ask, Ask];
  const body = { name: 'A test', scopes: ['cards:read'] };
  const creating = {
    method: 'POST',
    path: '/api-keys',
    body,
    headers: { 'idempotency-key': randomUUID() },
  };
  assert.equal((await early(creating)).status, 201);
  assert.equal((await call(give(id, 'viewer'))).status, 200);
  const refused = await changed({ ...creating, headers: { 'idempotency-key': randomUUID() } });
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
  assert.match(refused.body.detail, /Your role is viewer/);
  assert.equal((await call(remove(id))).status, 204);
  const denied = await late({ method: 'GET', path: '/customers' });
  assert.deepEqual([denied.status, denied.body.code], [401, 'unauthorized']);
});

/** A person whom the pool has invited and whose invitation is not confirmed. */
const halfInvited = async (call: Ask): Promise<string> => {
  const email = anEmail();
  const rule = { operation: 'AdminCreateUser', effect: 'kill-after', nth: 1 } as const;
  const fault = local.faults.add({ function: functionName('live', 'operators.invite'), ...rule });
  assert.ok((await call(invite('viewer', email))).status >= 500);
  fault.remove();
  assert.ok((await people(call)).includes(`${email} viewer invited`));
  return operatorIdOf(userOf(email)?.sub ?? '');
};

test('the functions of people may do what they were seen to do, no less and no more', async () => {
  const uses = noUses();
  const calls = await local.recorder.during(async () => {
    const { call, tenant_id } = await aBusiness();
    const email = anEmail();
    const said = invite('viewer', email);
    const { id } = (await call(said)).body;
    await call(said);
    await call({ method: 'GET', path: '/operators', query: [['cursor', aForgedCursor()]] });
    await call(invite('viewer', email));
    // Only the pool knows that the address is another business's.
    await call(invite('viewer', (await aBusiness()).email));
    await people(call);
    await call({ method: 'GET', path: `/operators/${id}` });
    await call(resend(id));
    await call(give(id, 'developer'));
    await call(remove(id));
    await call(resend(id));
    await call(remove(await halfInvited(call)));
    await administered({ command: 'invite', tenant_id });
  });
  uses.add(calls, async () => async () => true);
  const granted = grantedIn(local.resources, ['cognito-idp', 'dynamodb', 'kms']);
  const live: readonly Route[] = everyRoute;
  for (const { id } of live.filter(({ liveOnly }) => liveOnly)) {
    const [own, seen] = [
      granted.get(functionName('live', id)) ?? assert.fail(id),
      uses.of(functionName('live', id)),
    ];
    assert.deepEqual([unused(own, seen), uncovered(own, seen)], [[], []], id);
  }
});
