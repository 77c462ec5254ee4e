import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { idTokens } from '../../../../functions/core/aws/id-tokens.ts';
import { subOf } from '../../../../functions/core/operator.ts';
import { after, describe, test } from '../../../helpers/tests.ts';

const sub = '0d4b8a3e-1c2f-4e5a-9b6c-7d8e9f0a1b2c';
const tenant_id = 'biz_01jd5fq7k9e8xv3m2n4p6r8t0a';
const client = 'client-of-the-site';

/** A pool that publishes its key. */
const aPool = async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const published = {
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
  };
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(published));
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  after(() => server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pool`;
  return { issuer, privateKey, publicKey, asked, read: idTokens(issuer, client) };
};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const signedWith = (key: KeyObject, claims: object, header: object = {}) => {
  const text = `${part({ alg: 'RS256', kid: 'one', ...header })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
};

const now = () => Math.floor(Date.now() / 1000);

const claimsOf = (issuer: string, changes: object = {}) => ({
  sub,
  iss: issuer,
  aud: client,
  token_use: 'id',
  iat: now(),
  exp: now() + 600,
  'custom:tenant_id': tenant_id,
  'custom:role': 'reviewer',
  email: 'ada@example.com',
  ...changes,
});

const pool = await aPool();
const other = await aPool();

test('an id token of the pool for the client says who is calling, and the day of the sign-in', async () => {
  const who = await pool.read(
    signedWith(pool.privateKey, claimsOf(pool.issuer, { auth_time: 1_767_225_599 })),
  );
  assert.deepEqual(
    { ...who, operator_id: subOf(who?.operator_id ?? '') },
    {
      operator_id: sub,
      tenant_id,
      role: 'reviewer',
      email: 'ada@example.com',
      signed_in_on: '2025-12-31',
    },
  );
  assert.equal(
    (await pool.read(signedWith(pool.privateKey, claimsOf(pool.issuer))))?.signed_in_on,
    null,
  );
  assert.match(who?.operator_id ?? '', /^opr_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
});

test('the keys are asked for once, at the issuer’s address', async () => {
  const own = await aPool();
  const token = signedWith(own.privateKey, claimsOf(own.issuer));
  await Promise.all([own.read(token), own.read(token)]);
  await own.read(token);
  assert.deepEqual(own.asked, ['/pool/.well-known/jwks.json']);
});

describe('nobody is', () => {
  const { issuer, privateKey, publicKey } = pool;
  const hmac = () => {
    const text = `${part({ alg: 'HS256', kid: 'one' })}.${part(claimsOf(issuer))}`;
    const secret = publicKey.export({ type: 'spki', format: 'pem' });
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const tokens: Readonly<Record<string, () => string>> = {
    'one signed by another key': () => signedWith(other.privateKey, claimsOf(issuer)),
    'one of a key that the pool does not know': () =>
      signedWith(other.privateKey, claimsOf(issuer), { kid: 'two' }),
    'one without a signature': () => `${part({ alg: 'none' })}.${part(claimsOf(issuer))}.`,
    'one whose algorithm is none although signed': () =>
      signedWith(privateKey, claimsOf(issuer), { alg: 'none' }),
    'one signed with the public key as a secret': hmac,
    'one of another pool': () => signedWith(privateKey, claimsOf(other.issuer)),
    'one for another client': () =>
      signedWith(privateKey, claimsOf(issuer, { aud: 'another-client' })),
    'an access token': () => signedWith(privateKey, claimsOf(issuer, { token_use: 'access' })),
    'one that has expired': () => signedWith(privateKey, claimsOf(issuer, { exp: now() - 1 })),
    'one that never expires': () => signedWith(privateKey, claimsOf(issuer, { exp: undefined })),
    'one of nobody': () => signedWith(privateKey, claimsOf(issuer, { sub: undefined })),
    'one of somebody who is no person of a pool': () =>
      signedWith(privateKey, claimsOf(issuer, { sub: 'ada' })),
    'one without a business': () =>
      signedWith(privateKey, claimsOf(issuer, { 'custom:tenant_id': undefined })),
    'one with a role that is none': () =>
      signedWith(privateKey, claimsOf(issuer, { 'custom:role': 'admin' })),
    'one of three words': () => 'a.b.c',
    'an empty one': () => '',
  };
  for (const [what, token] of Object.entries(tokens))
    test(what, async () => assert.equal(await pool.read(token()), undefined));
});

test('where the keys do not come nobody is rejected for good: it is not known', async () => {
  const silent = idTokens('http://127.0.0.1:1/pool', client);
  await assert.rejects(silent(signedWith(pool.privateKey, claimsOf('http://127.0.0.1:1/pool'))));
});
