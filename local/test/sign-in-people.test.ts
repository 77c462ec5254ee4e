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
import { allow } from './helpers/data-resources.ts';
import { hasMode } from './helpers/processes.ts';
import { declared } from './helpers/small-api-template.ts';
import { type PoolMachine, startPoolMachine } from './helpers/user-pool.ts';

/** A function that may invite people, and is asked nothing. */
const inviter = {
  functions: {
    inviter: {
      source: 'exports.handler = async () => process.env.ISSUER;',
      properties: {
        Role: { 'Fn::GetAtt': ['InviterRole', 'Arn'] },
        Environment: { Variables: { ISSUER: { 'Fn::GetAtt': ['People', 'ProviderURL'] } } },
      },
    },
  },
  resources: {
    InviterRole: declared('AWS::IAM::Role', {
      RoleName: 'inviter',
      Policies: [
        {
          PolicyName: 'needs',
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                ...allow('cognito-idp:AdminCreateUser', ''),
                Resource: { 'Fn::GetAtt': ['People', 'Arn'] },
              },
            ],
          },
        },
      ],
    }),
  },
};

let machine: PoolMachine;
before(async () => {
  machine = await startPoolMachine({ memory: true }, inviter);
});
after(() => machine.stop());

const password = 'Correct-horse-9-battery';

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

describe('a forgotten password', () => {
  const other = 'Another-horse-9-battery';

  /** The page that asks for a code, once it was sent to an address. */
  const askedCode = async (username: string) => {
    const browser = createBrowser();
    const { code_challenge } = proofKey();
    const { location } = await browser.open(
      authorizeAddress(machine.application, { code_challenge }),
    );
    const forgot = new URL(`/forgotPassword${location?.search}`, machine.application.origin);
    const page = await browser.send(await browser.open(forgot), forgot, { username });
    const reset = (code: string, chosen = other, again = chosen) =>
      browser.send(page, forgot, { code, new_password: chosen, new_password_again: again });
    return { page, reset };
  };

  const aMember = async (email: string) => {
    await invite(email, {
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
      MessageAction: 'SUPPRESS',
    });
    await machine.cognito.send(
      new AdminSetUserPasswordCommand({ ...named(email), Password: password, Permanent: true }),
    );
  };

  const problemIn = (text: string) => /<p role="alert">([^<]*)</.exec(text)?.[1];

  test('is replaced with a code, which works once and not for a password against the rules', async () => {
    const email = 'forgot@example.com';
    await aMember(email);
    const { reset } = await askedCode('Forgot@Example.com');
    const { code } = machine.local.userPools.codes.at(-1) ?? assert.fail('No code was sent.');
    assert.match(code, /^\d{6}$/);
    const wrong = code === '000000' ? '000001' : '000000';
    assert.match(problemIn((await reset(wrong)).text) ?? '', /^The code is wrong or has expired/);
    assert.match(
      problemIn((await reset(code, 'Short-1')).text) ?? '',
      /^The password must have: at least 14/,
    );
    assert.match(problemIn((await reset(code, other, password)).text) ?? '', /differ/);
    assert.match(
      (await reset(code)).text,
      /Your password was changed.*name="username" type="email" value="Forgot@/,
    );
    assert.match(
      problemIn((await reset(code, password)).text) ?? '',
      /^The code is wrong or has expired/,
    );
    await signIn(machine.application, { email, password: other });
  });

  test('gives the same answer for an address that nobody has, and for who has not accepted an invitation', async () => {
    await aMember('member@example.com');
    await invite('late@example.com', {
      UserAttributes: [{ Name: 'email_verified', Value: 'true' }],
    });
    const before = machine.local.userPools.codes.length;
    const answers = new Set<string>();
    for (const email of ['nobody@example.com', 'late@example.com', 'member@example.com']) {
      const { page, reset } = await askedCode(email);
      for (const { text } of [page, await reset('12345x')])
        answers.add(
          text
            .replaceAll(email, '')
            .replace(/name="_csrf" value="[^"]*"/, '')
            .replaceAll(/code_challenge=[\w-]+/g, ''),
        );
    }
    assert.equal(answers.size, 2);
    assert.deepEqual(
      machine.local.userPools.codes.slice(before).map((sent) => sent.email),
      ['member@example.com'],
    );
  });

  test('keeps the form valid for as long as its code, and sends none where the pool sends none', async (t) => {
    const { page } = await askedCode('slow@example.com');
    assert.match(page.headers.get('set-cookie') ?? '', /XSRF-TOKEN=[^;]+;.*Max-Age=3600/);
    const { settings } = machine.local.userPools.all[0] ?? assert.fail();
    await aMember('by-hand@example.com');
    t.mock.property(settings, 'recovers', false);
    const before = machine.local.userPools.codes.length;
    await askedCode('by-hand@example.com');
    assert.equal(machine.local.userPools.codes.length, before);
  });

  test('takes five requests and five codes of an address in an hour, and a code for an hour', async (t) => {
    for (const email of ['busy@example.com', 'ghost@example.com']) {
      if (email.startsWith('busy')) await aMember(email);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
      const { reset } = await askedCode(email);
      for (let nth = 1; nth <= 5; nth += 1)
        assert.match(problemIn((await reset('12345x')).text) ?? '', /^The code/);
      const { code = '' } = machine.local.userPools.codes.at(-1) ?? {};
      assert.equal(
        problemIn((await reset(code)).text),
        'Too many attempts. Try again in 60 minutes.',
      );
      for (let nth = 2; nth <= 5; nth += 1)
        assert.equal(problemIn((await askedCode(email)).page.text), undefined);
      assert.equal(
        problemIn((await askedCode(email)).page.text),
        'Too many attempts. Try again in 60 minutes.',
      );
      const { code: last = '' } = machine.local.userPools.codes.at(-1) ?? {};
      t.mock.timers.tick(60 * 60_000 + 1);
      assert.match(problemIn((await reset(last)).text) ?? '', /^The code is wrong or has expired/);
      t.mock.timers.reset();
    }
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
