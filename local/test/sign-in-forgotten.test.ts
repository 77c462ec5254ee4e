import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { authorizeAddress, createBrowser, proofKey, signIn } from './helpers/browser.ts';
import { inviter, password } from './helpers/people-of-pool.ts';
import { type PoolMachine, startPoolMachine } from './helpers/user-pool.ts';

let machine: PoolMachine;
before(async () => {
  machine = await startPoolMachine({ memory: true }, inviter);
});
after(() => machine.stop());

const invite = (email: string, more: object = {}, of = machine) =>
  of.cognito.send(new AdminCreateUserCommand({ UserPoolId: of.poolId, Username: email, ...more }));

const named = (Username: string, of = machine) => ({ UserPoolId: of.poolId, Username });

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
