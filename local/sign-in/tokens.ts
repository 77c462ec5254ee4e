import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { promisify } from 'node:util';
import type { Grant, User } from './directory.ts';
import type { UserPool } from './pools.ts';
import type { ClientSettings } from './settings.ts';

/** What the token endpoint hands out. */
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
export const issueTokens = async ({ pool, client, issuer, user, grant, nonce }: Issue): Promise<Tokens> => {
  const now_s = Math.floor(pool.now() / 1000);
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
    ...{ token_use: 'access', client_id: client.id, scope: grant.scope, username: user.sub, version: 2 },
    jti: randomUUID(),
    exp: now_s + client.access_seconds,
  });
  const id_token = await signed(pool, {
    ...attributesFor(user, client, grant.scope),
    ...both,
    ...{ token_use: 'id', aud: client.id, 'cognito:username': user.sub },
    ...(nonce !== undefined && { nonce }),
    at_hash: createHash('sha256').update(access_token).digest().subarray(0, 16).toString('base64url'),
    jti: randomUUID(),
    exp: now_s + client.id_seconds,
  });
  return { id_token, access_token, expires_in: client.access_seconds, token_type: 'Bearer' };
};

/**
 * The scope `openid` alone gives every attribute that the client may read; beside others it gives what those name, which is
 * never an attribute of the pool's own.
 */
const attributesFor = ({ attributes }: User, { readable }: ClientSettings, scope: string): Record<string, unknown> => {
  const scopes = scope.split(' ');
  const named = scopes.includes('email') ? ['email', 'email_verified'] : [];
  const given = Object.entries(attributes).filter(
    ([name]) => readable.includes(name) && (scopes.length === 1 || named.includes(name)),
  );
  return Object.fromEntries(given.map(([name, value]) => [name, name === 'email_verified' ? value === 'true' : value]));
};

/** What verifies the pool's tokens. */
export const keySetOf = async (pool: UserPool): Promise<object> => {
  const key = await signingKeyOf(pool);
  return { keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: kidOf(key) }] };
};

const signed = async (pool: UserPool, claims: object): Promise<string> => {
  const key = await signingKeyOf(pool);
  const parts = [{ kid: kidOf(key), alg: 'RS256' }, claims].map((part) => base64url(JSON.stringify(part)));
  const signature = sign('RSA-SHA256', Buffer.from(parts.join('.')), key);
  return [...parts, signature.toString('base64url')].join('.');
};

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

const kidOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ format: 'der', type: 'spki' }))
    .digest('base64');

const keys = new WeakMap<UserPool, Promise<KeyObject>>();

/** Made at the first sign-in: without one, as in most tests, nobody waits for it. */
const signingKeyOf = (pool: UserPool): Promise<KeyObject> => {
  const known = keys.get(pool);
  if (known) return known;
  const opening = openKey(pool);
  keys.set(pool, opening);
  return opening;
};

const openKey = async ({ directory, save }: UserPool): Promise<KeyObject> => {
  if (directory.signingKey !== undefined) return createPrivateKey(directory.signingKey);
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  directory.signingKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  save();
  return privateKey;
};

/** A new refresh token for what is granted; only its hash is kept. */
export const issueRefreshToken = ({ directory, save }: UserPool, grant: Grant): string => {
  const token = randomBytes(48).toString('base64url');
  directory.grants.set(tokenHashOf(token), grant);
  save();
  return token;
};

/** The name under which a refresh token is kept. */
export const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
