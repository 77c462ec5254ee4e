import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { authorizeAddress, createBrowser, proofKey, type Seen, signIn } from './helpers/browser.ts';
import { aPerson, codeOf, loginPage, password } from './helpers/people-of-pool.ts';
import { type PoolMachine, startPoolMachine } from './helpers/user-pool.ts';

let machine: PoolMachine;
before(async () => {
  machine = await startPoolMachine();
});
after(() => machine.stop());

const problemOf = ({ text }: Seen): string | undefined =>
  /<p role="alert">([^<]*)</.exec(text)?.[1];

describe('signing in', () => {
  test('gives an id token that verifies against the issuer’s keys, with the claims that Cognito gives', async () => {
    const { email, sub } = await aPerson(machine);
    const {
      id_token = '',
      access_token = '',
      token_type,
    } = await signIn(machine.application, { email, password });
    const { issuer, application } = machine;
    const discovered = await fetch(`${issuer}/.well-known/openid-configuration`);
    const described = (await discovered.json()) as Record<string, string>;
    assert.equal(described.issuer, issuer);
    const keys = createRemoteJWKSet(new URL(described.jwks_uri ?? ''));
    const { payload } = await jwtVerify(id_token, keys, {
      issuer,
      audience: application.client_id,
    });
    assert.partialDeepStrictEqual(payload, {
      sub,
      email,
      email_verified: true,
      token_use: 'id',
      'cognito:username': sub,
      'custom:tenant_id': 'biz_1',
      'custom:role': 'owner',
    });
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 600);
    assert.ok(Math.abs(Number(payload.auth_time) - Date.now() / 1000) < 60);
    const access = (await jwtVerify(access_token, keys, { issuer })).payload;
    assert.deepEqual(
      [access.token_use, access.client_id, access.aud, access['custom:tenant_id'], token_type],
      ['access', application.client_id, undefined, undefined, 'Bearer'],
    );
  });

  test('with another scope beside openid gives what that names and no attribute of the pool’s own, as Cognito', async () => {
    const { email } = await aPerson(machine);
    const { id_token = '' } = await signIn(machine.application, {
      email,
      password,
      scope: 'openid email',
    });
    const claims = decodeJwt(id_token);
    assert.deepEqual(
      [claims.email, claims['custom:tenant_id'], claims['custom:role']],
      [email, undefined, undefined],
    );
  });

  test('takes the e-mail address in any case', async () => {
    const { email, sub } = await aPerson(machine);
    const { id_token = '' } = await signIn(machine.application, {
      email: email.toUpperCase(),
      password,
    });
    assert.equal(decodeJwt(id_token).sub, sub);
  });

  test('rejects a wrong password and an unknown name with the same sentence', async () => {
    const { email } = await aPerson(machine);
    const answers: (string | undefined)[] = [];
    const { browser, login, page } = await loginPage(machine);
    const send = (username: string, typed: string) =>
      browser.send(page, login, { username, password: typed });
    answers.push(
      problemOf(await send(email, `${password}!`)),
      problemOf(await send('nobody@example.com', password)),
    );
    assert.deepEqual(new Set(answers), new Set(['Incorrect username or password.']));
    assert.notEqual(codeOf(await send(email, password)), '');
  });

  test('locks a name out after five wrong passwords, also one that nobody has, and the right one does not help', async (t) => {
    const { email } = await aPerson(machine);
    // The first lock ends after a second, which a busy machine may take for a page.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { browser, login, page } = await loginPage(machine);
    for (const username of [email, 'stranger@example.com']) {
      const wrong = { username, password: 'Wrong-horse-9-battery' };
      for (let nth = 1; nth <= 5; nth += 1)
        assert.match(problemOf(await browser.send(page, login, wrong)) ?? '', /^Inc/);
      const right = await browser.send(page, login, { username, password });
      assert.equal(problemOf(right), 'Too many attempts. Try again in 1 minute.');
    }
    const wrong = { username: email, password: 'Wrong-horse-9' };
    t.mock.timers.tick(1_000);
    assert.match(problemOf(await browser.send(page, login, wrong)) ?? '', /^Inc/);
    assert.match(problemOf(await browser.send(page, login, wrong)) ?? '', /^Too many/);
    // After a pause the count starts at zero.
    t.mock.timers.tick(2_000 + 15 * 60_000);
    assert.match(problemOf(await browser.send(page, login, wrong)) ?? '', /^Inc/);
    assert.notEqual(codeOf(await browser.send(page, login, { username: email, password })), '');
  });

  test('needs no password again in a browser that signed in, until it signs out', async () => {
    const { email } = await aPerson(machine);
    const browser = createBrowser();
    await signIn(machine.application, { email, password }, browser);
    const ask = (parameters: Record<string, string>) =>
      browser.open(
        authorizeAddress(machine.application, {
          code_challenge: proofKey().code_challenge,
          ...parameters,
        }),
      );
    assert.notEqual(codeOf(await ask({})), '');
    assert.equal((await ask({ prompt: 'login' })).location?.pathname, '/login');
    const { origin, client_id } = machine.application;
    const elsewhere = new URLSearchParams({ client_id, logout_uri: 'http://example.com/' });
    assert.equal((await browser.open(`${origin}/logout?${elsewhere}`)).status, 400);
    const leaving = new URLSearchParams({ client_id, logout_uri: 'http://127.0.0.1:4711/' });
    assert.equal(
      (await browser.open(`${origin}/logout?${leaving}`)).location?.href,
      'http://127.0.0.1:4711/',
    );
    assert.equal((await ask({})).location?.pathname, '/login');
    assert.equal(
      (await ask({ prompt: 'none' })).location?.searchParams.get('error'),
      'login_required',
    );
  });

  test('takes a form only from the page that the same browser got', async () => {
    const { email } = await aPerson(machine);
    const { page, login } = await loginPage(machine);
    const other = createBrowser();
    const sent = await other.send(page, login, { username: email, password });
    assert.deepEqual([codeOf(sent), sent.status], ['', 200]);
  });

  test('shows what was typed as text', async () => {
    const { browser, page, login } = await loginPage(machine);
    const username = '"><script>alert(1)</script>';
    const sent = await browser.send(page, login, { username, password });
    assert.doesNotMatch(sent.text, /<script>alert/);
    assert.match(sent.text, /value="&quot;&gt;&lt;script&gt;alert\(1\)/);
  });

  test('shows what the address contains as text', async () => {
    const { page } = await loginPage(machine, createBrowser(), {
      state: '"><script>alert(1)</script>',
    });
    assert.doesNotMatch(page.text, /<script>alert/);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*script-src 'sha256-[^' ]+'; .*frame-ancestors 'none'/,
    );
  });
});

describe('a request to sign in', () => {
  const open = (parameters: Record<string, string | undefined>) =>
    createBrowser().open(
      authorizeAddress(machine.application, {
        code_challenge: proofKey().code_challenge,
        ...parameters,
      }),
    );

  test('to an address that is not the application’s sends nobody there', async () => {
    for (const redirect_uri of [
      'http://127.0.0.1:4711/signed-in/',
      'http://127.0.0.1:4711/signed-in?x=1',
      'http://127.0.0.1.example.com/signed-in',
      'http://127.0.0.1:80@example.com/signed-in',
      'https://dashboard.example.com:8443/signed-in',
      'https://example.com/signed-in',
      undefined,
    ]) {
      const { status, location } = await open({ redirect_uri });
      assert.deepEqual([status, location], [400, undefined], redirect_uri);
    }
    assert.equal(
      (await open({ redirect_uri: 'https://dashboard.example.com/signed-in' })).location?.pathname,
      '/login',
    );
    assert.equal((await open({ client_id: 'other' })).status, 400);
  });

  test('that is not understood is an error at the application', async () => {
    for (const [parameters, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'openid aws.cognito.signin.user.admin' }, 'invalid_scope'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
    ] as const) {
      const { location } = await open({ ...parameters, state: 'mine' });
      assert.equal(location?.origin, 'http://127.0.0.1:4711');
      assert.deepEqual(
        [location?.searchParams.get('error'), location?.searchParams.get('state')],
        [error, 'mine'],
      );
    }
  });
});
