import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { proofKey, signIn, tokenCall } from './helpers/browser.ts';
import { aPerson, codeOf, loginPage, password } from './helpers/people-of-pool.ts';
import { type PoolMachine, startPoolMachine } from './helpers/user-pool.ts';

let machine: PoolMachine;
before(async () => {
  machine = await startPoolMachine();
});
after(() => machine.stop());

describe('a code', () => {
  const given = async () => {
    const { email } = await aPerson(machine);
    const { browser, login, page, code_verifier } = await loginPage(machine);
    const code = codeOf(await browser.send(page, login, { username: email, password }));
    return {
      grant_type: 'authorization_code',
      code,
      code_verifier,
      redirect_uri: machine.application.redirect_uri,
    };
  };

  test('is good once', async () => {
    const fields = await given();
    assert.equal((await tokenCall(machine.application, fields)).status, 200);
    assert.deepEqual(await tokenCall(machine.application, fields), {
      status: 400,
      answer: { error: 'invalid_grant' },
    });
  });

  test('is good for nobody without its secret or at another address, and then for nobody at all', async () => {
    for (const wrong of [
      { code_verifier: proofKey().code_verifier },
      { code_verifier: '' },
      { redirect_uri: 'http://127.0.0.1:4712/signed-in' },
    ]) {
      const fields = await given();
      for (const tried of [{ ...fields, ...wrong }, fields])
        assert.equal((await tokenCall(machine.application, tried)).answer.error, 'invalid_grant');
    }
  });
});

describe('a refresh token', () => {
  const refresh = (refresh_token = '') =>
    tokenCall(machine.application, { grant_type: 'refresh_token', refresh_token });

  test('gives new tokens with what holds now and is replaced; the one before is good no more', async () => {
    const { email, of } = await aPerson(machine);
    const { refresh_token } = await signIn(machine.application, { email, password });
    const UserAttributes = [{ Name: 'custom:role', Value: 'viewer' }];
    await machine.cognito.send(new AdminUpdateUserAttributesCommand({ ...of, UserAttributes }));
    const { answer } = await refresh(refresh_token);
    assert.equal(decodeJwt(answer.id_token ?? '')['custom:role'], 'viewer');
    assert.notEqual(answer.refresh_token, refresh_token);
    assert.equal((await refresh(refresh_token)).answer.error, 'invalid_grant');
    assert.equal((await refresh(answer.refresh_token)).status, 200);
  });

  test('ends when it is revoked, and when its owner is signed out everywhere', async () => {
    const { email, of } = await aPerson(machine);
    const { origin, client_id } = machine.application;
    const ends: ((token: string) => Promise<unknown>)[] = [
      (token) =>
        fetch(`${origin}/oauth2/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ client_id, token }),
        }),
      () => machine.cognito.send(new AdminUserGlobalSignOutCommand(of)),
    ];
    for (const end of ends) {
      const { refresh_token = '' } = await signIn(machine.application, { email, password });
      const { answer } = await refresh(refresh_token);
      await end(answer.refresh_token ?? '');
      assert.equal((await refresh(answer.refresh_token)).answer.error, 'invalid_grant');
    }
  });
});
