import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { Grant, User } from './directory.ts';
import type { UserPool } from './pools.ts';
import type { ClientSettings } from './settings.ts';

/** The tokens that the token endpoint hands out. */
export type Tokens = {
  readonly id_token: string;
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly expires_in: number;
  readonly token_type: 'Bearer';
};

/** For whom tokens are made, and by which sign-in. */
export type Issue = {
  readonly pool: UserPool;
  readonly client: ClientSettings;
  readonly issuer: string;
  readonly user: User;
  readonly grant: Grant;
  readonly nonce?: string | undefined;
};

/** An id token and an access token, with the claims that Cognito gives them. */
export const issueTokens = async ({
  pool,
  client,
  issuer,
  user,
  grant,
  nonce,
}: Issue): Promise<Tokens> => {
  const now_s = Math.floor(Date.now() / 1000);
  const both = {
    sub: user.sub,
    iss: issuer,
    origin_jti: grant.origin_jti,
    event_id: randomUUID(),
    auth_time: Math.floor(grant.auth_time / 1000),
    iat: now_s,
  };
  const access_token = await signed(pool, {
    ...both,
    token_use: 'access',
    client_id: client.id,
    scope: grant.scope,
    username: user.sub,
    version: 2,
    jti: randomUUID(),
    exp: now_s + client.access_seconds,
  });
  const id_token = await signed(pool, {
    ...attributesFor(user, client, grant.scope),
    ...both,
    token_use: 'id',
    aud: client.id,
    'cognito:username': user.sub,
    ...(nonce !== undefined && { nonce }),
    at_hash: createHash('sha256')
      .update(access_token)
      .digest()
      .subarray(0, 16)
      .toString('base64url'),
    jti: randomUUID(),
    exp: now_s + client.id_seconds,
  });
  return { id_token, access_token, expires_in: client.access_seconds, token_type: 'Bearer' };
};

/** `openid` without others gives every attribute that the client may read; with others it gives what those name. */
const attributesFor = (
  { attributes }: User,
  { readable }: ClientSettings,
  scope: string,
): Record<string, unknown> => {
  const scopes = scope.split(' ');
  const named = scopes.includes('email') ? ['email', 'email_verified'] : [];
  const given = Object.entries(attributes).filter(
    ([name]) => readable.includes(name) && (scopes.length === 1 || named.includes(name)),
  );
  return Object.fromEntries(
    given.map(([name, value]) => [name, name === 'email_verified' ? value === 'true' : value]),
  );
};

/** The keys that verify the pool's tokens. */
export const keySetOf = async (pool: UserPool): Promise<jose.JSONWebKeySet> => ({
  keys: [(await signingKeyOf(pool)).publicKey],
});

const signed = async (pool: UserPool, claims: jose.JWTPayload): Promise<string> => {
  const { privateKey, publicKey } = await signingKeyOf(pool);
  return new jose.SignJWT(claims).setProtectedHeader({ kid: publicKey.kid, alg }).sign(privateKey);
};

const alg = 'RS256';

type SigningKey = {
  readonly privateKey: jose.CryptoKey;
  readonly publicKey: jose.JWK & { readonly kid: string };
};

const keys = new WeakMap<UserPool, Promise<SigningKey>>();

/** Made at the first sign-in: without one, as in most tests, nobody waits for it. */
const signingKeyOf = (pool: UserPool): Promise<SigningKey> => {
  const key = keys.get(pool) ?? openKey(pool);
  keys.set(pool, key);
  return key;
};

const openKey = async ({ directory, save }: UserPool): Promise<SigningKey> => {
  if (directory.signingKey === undefined) {
    const { privateKey } = await jose.generateKeyPair(alg, { extractable: true });
    directory.signingKey = await jose.exportPKCS8(privateKey);
    save();
  }
  const privateKey = await jose.importPKCS8(directory.signingKey, alg, { extractable: true });
  const { kty = '', n = '', e = '' } = await jose.exportJWK(privateKey);
  const kid = await jose.calculateJwkThumbprint({ kty, n, e });
  return { privateKey, publicKey: { kty, n, e, alg, use: 'sig', kid } };
};

/** A new refresh token for what is granted; only its hash is kept. */
export const issueRefreshToken = ({ directory, save }: UserPool, grant: Grant): string => {
  const token = randomBytes(48).toString('base64url');
  directory.grants.set(tokenHashOf(token), grant);
  save();
  return token;
};

/** The name under which a refresh token is kept. */
export const tokenHashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
