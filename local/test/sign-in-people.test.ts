import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { authorizeAddress, createBrowser, proofKey, signIn, tokenCall } from './helpers/browser.ts';
import { inviter, password } from './helpers/people-of-pool.ts';
import { hasMode } from './helpers/processes.ts';
import { type PoolMachine, startPoolMachine } from './helpers/user-pool.ts';

let machine: PoolMachine;
before(async () => {
  machine = await startPoolMachine({ memory: true }, inviter);
});
after(() => machine.stop());

const invite = (email: string, more: object = {}, of = machine) =>
  of.cognito.send(new AdminCreateUserCommand({ UserPoolId: of.poolId, Username: email, ...more }));

const named = (Username: string, of = machine) => ({ UserPoolId: of.poolId, Username });

const lastInvitation = (of = machine) =>
  of.local.userPools.invitations.at(-1) ?? assert.fail('Nobody was invited.');

/** The first sign-in, which asks for a password of one's own. */
const firstSignIn = async (
  email: string,
  temporary: string,
  chosen: string,
  again = chosen,
  of = machine,
) => {
  const browser = createBrowser();
  const { code_challenge, code_verifier } = proofKey();
  const { location } = await browser.open(authorizeAddress(of.application, { code_challenge }));
  const login = location ?? assert.fail();
  const asked = await browser.send(await browser.open(login), login, {
    username: email,
    password: temporary,
  });
  if (!asked.text.includes('name="new_password"')) return asked.text;
  const back = await browser.send(asked, login, {
    new_password: chosen,
    new_password_again: again,
  });
  const code = back.location?.searchParams.get('code');
  if (!code) return back.text;
  const { redirect_uri } = of.application;
  const fields = { grant_type: 'authorization_code', code, code_verifier, redirect_uri };
  return (await tokenCall(of.application, fields)).answer;
};

describe('an invitation', () => {
  test('has a temporary password, which the first sign-in turns into one of one’s own', async () => {
    const { User } = await invite('first@example.com');
    assert.deepEqual([User?.UserStatus, User?.Enabled], ['FORCE_CHANGE_PASSWORD', true]);
    const { email, temporary_password } = lastInvitation();
    assert.equal(email, 'first@example.com');
    for (const [chosen, again, problem] of [
      ['Short-1', 'Short-1', /<p role="alert">The password must have: at least 14 characters\.</],
      [
        'no-capital-letters-1',
        'no-capital-letters-1',
        /<p role="alert">The password must have: an uppercase letter\.</,
      ],
      [password, `${password}!`, /differ/],
    ] as const)
      assert.match(String(await firstSignIn(email, temporary_password, chosen, again)), problem);
    const tokens = (await firstSignIn(email, temporary_password, password)) as Record<
      string,
      string
    >;
    assert.equal(decodeJwt(tokens.id_token ?? '').email, email);
    assert.match(
      String(await firstSignIn(email, temporary_password, password)),
      /Incorrect username or password/,
    );
    const { UserStatus } = await machine.cognito.send(new AdminGetUserCommand(named(email)));
    assert.equal(UserStatus, 'CONFIRMED');
    await signIn(machine.application, { email, password });
  });

  test('can be sent again, with another password, until it was followed', async () => {
    await invite('again@example.com');
    const { temporary_password: first } = lastInvitation();
    await invite('again@example.com', { MessageAction: 'RESEND' });
    const { temporary_password: second } = lastInvitation();
    assert.match(String(await firstSignIn('again@example.com', first, password)), /Incorrect/);
    assert.equal(typeof (await firstSignIn('again@example.com', second, password)), 'object');
    await assert.rejects(invite('again@example.com', { MessageAction: 'RESEND' }), {
      name: 'UnsupportedUserStateException',
    });
  });

  test('is rejected for an address that is taken, that is none, and with what the pool does not take', async () => {
    await invite('taken@example.com', { MessageAction: 'SUPPRESS' });
    await assert.rejects(invite('Taken@Example.com'), { name: 'UsernameExistsException' });
    await assert.rejects(invite('nobody'), { name: 'InvalidParameterException' });
    await assert.rejects(
      invite('x@example.com', { UserAttributes: [{ Name: 'custom:age', Value: '1' }] }),
      {
        name: 'InvalidParameterException',
      },
    );
    await assert.rejects(invite('x@example.com', { TemporaryPassword: 'short' }), {
      name: 'InvalidPasswordException',
    });
    const elsewhere = new AdminCreateUserCommand({
      UserPoolId: 'eu-west-1_nowhere00',
      Username: 'x@example.com',
    });
    await assert.rejects(machine.cognito.send(elsewhere), { name: 'ResourceNotFoundException' });
  });
});

describe('what is known of people', () => {
  test('changes where the pool lets it, and the tenant never', async () => {
    const tenant = { Name: 'custom:tenant_id', Value: 'biz_1' };
    await invite('role@example.com', {
      UserAttributes: [tenant, { Name: 'custom:role', Value: 'viewer' }],
    });
    const update = (Name: string, Value: string) =>
      machine.cognito.send(
        new AdminUpdateUserAttributesCommand({
          ...named('role@example.com'),
          UserAttributes: [{ Name, Value }],
        }),
      );
    await update('custom:role', 'owner');
    await assert.rejects(update('custom:tenant_id', 'biz_2'), {
      name: 'InvalidParameterException',
    });
    const { UserAttributes = [] } = await machine.cognito.send(
      new AdminGetUserCommand(named('role@example.com')),
    );
    const held = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
    assert.deepEqual([held['custom:role'], held['custom:tenant_id']], ['owner', 'biz_1']);
  });

  test('goes with them', async () => {
    const { User } = await invite('gone@example.com');
    await machine.cognito.send(new AdminDeleteUserCommand(named(User?.Username ?? '')));
    const gone = machine.cognito.send(new AdminGetUserCommand(named('gone@example.com')));
    await assert.rejects(gone, { name: 'UserNotFoundException' });
  });
});

test('a function does to people what its role allows and nothing else, and has the issuer in its environment', async () => {
  const credentials = machine.local.credentialsOf('inviter');
  const cognito = new CognitoIdentityProviderClient({
    endpoint: machine.local.endpoint,
    region: 'eu-west-1',
    credentials,
  });
  await cognito.send(new AdminCreateUserCommand(named('granted@example.com')));
  await assert.rejects(cognito.send(new AdminDeleteUserCommand(named('granted@example.com'))), {
    name: 'AccessDeniedException',
    message:
      /not authorized to perform: cognito-idp:AdminDeleteUser on resource: arn:aws:cognito-idp:eu-west-1:/,
  });
  cognito.destroy();
  assert.equal((await machine.local.invoke('inviter', {})).payload, machine.issuer);
});

test('people, their passwords and sign-ins outlive a restart, in a file that only its owner reads', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'local-pool-'));
  context.after(() => rm(folder, { recursive: true }));
  const email = 'kept@example.com';
  const first = await startPoolMachine({ folder });
  await invite(email, {}, first);
  const set = new AdminSetUserPasswordCommand({
    ...named(email, first),
    Password: password,
    Permanent: true,
  });
  await first.cognito.send(set);
  const before = await signIn(first.application, { email, password });
  await first.stop();
  const file = join(folder, 'user-pools.json');
  assert.ok(hasMode(file, 0o600));
  const second = await startPoolMachine({ folder });
  context.after(second.stop);
  const { refresh_token = '' } = before;
  const { answer } = await tokenCall(second.application, {
    grant_type: 'refresh_token',
    refresh_token,
  });
  assert.equal(decodeJwt(answer.id_token ?? '').email, email);
  const kid = (token = '') =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  assert.equal(kid(answer.id_token), kid(before.id_token));
  await signIn(second.application, { email, password });
});
