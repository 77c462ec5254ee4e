import { createHash, randomUUID } from 'node:crypto';
import type { Grant } from './directory.ts';
import type { Code } from './login.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { UserPool, UserPools } from './pools.ts';
import { json, type Reply } from './replies.ts';
import type { ClientSettings } from './settings.ts';
import { issueRefreshToken, issueTokens, tokenHashOf } from './tokens.ts';

/** Where applications exchange a code or a refresh token for tokens, and revoke one. */
export type TokenEndpoint = {
  token(form: URLSearchParams): Promise<Reply>;
  revoke(form: URLSearchParams): Reply;
};

/** Over all pools; `issuerOf` is the issuer's address of a pool. */
export const createTokenEndpoint = (
  pools: UserPools,
  codes: OneTimeTokens<Code>,
  issuerOf: (pool: UserPool) => string,
): TokenEndpoint => ({
  token: async (form) => {
    const of = pools.ofClient(form.get('client_id') ?? '');
    if (!of) return json(400, { error: 'invalid_client' });
    const request: TokenRequest = { ...of, form, issuer: issuerOf(of.pool) };
    if (form.get('grant_type') === 'authorization_code') return forCode(request, codes);
    if (form.get('grant_type') === 'refresh_token') return forRefreshToken(request);
    return json(400, { error: 'unsupported_grant_type' });
  },
  revoke: (form) => {
    const of = pools.ofClient(form.get('client_id') ?? '');
    if (!of) return json(400, { error: 'invalid_client' });
    const { directory, save } = of.pool;
    const hash = tokenHashOf(form.get('token') ?? '');
    const grant = directory.grants.get(hash);
    // Every token of the same sign-in is revoked.
    for (const [each, { origin_jti }] of directory.grants)
      if (grant?.client_id === of.client.id && origin_jti === grant.origin_jti)
        directory.grants.delete(each);
    if (grant) save();
    return { ...json(200, {}), body: '' };
  },
});

type TokenRequest = {
  readonly pool: UserPool;
  readonly client: ClientSettings;
  readonly form: URLSearchParams;
  readonly issuer: string;
};

const invalidGrant = (): Reply => json(400, { error: 'invalid_grant' });

const forCode = async (
  { pool, client, form, issuer }: TokenRequest,
  codes: OneTimeTokens<Code>,
): Promise<Reply> => {
  const secret = form.get('code') ?? '';
  const code = codes.find(secret);
  // A code is used up by one attempt, right or wrong.
  codes.drop(secret);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const fits =
    code?.client_id === client.id &&
    code.redirect_uri === form.get('redirect_uri') &&
    code.code_challenge === challenge;
  const user = code && pool.directory.users.get(code.sub);
  if (!fits || !user) return invalidGrant();
  const grant: Grant = {
    sub: user.sub,
    client_id: client.id,
    scope: code.scope,
    auth_time: code.auth_time,
    origin_jti: randomUUID(),
    expires_at: Date.now() + client.refresh_seconds * 1000,
  };
  const refresh_token = issueRefreshToken(pool, grant);
  return json(200, {
    ...(await issueTokens({ pool, client, issuer, user, grant, nonce: code.nonce })),
    refresh_token,
  });
};

const forRefreshToken = async ({ pool, client, form, issuer }: TokenRequest): Promise<Reply> => {
  const hash = tokenHashOf(form.get('refresh_token') ?? '');
  const grant = pool.directory.grants.get(hash);
  const user = grant && pool.directory.users.get(grant.sub);
  if (grant?.client_id !== client.id || !user || isExpired(client, grant)) return invalidGrant();
  const rotated = client.rotation_grace_seconds !== undefined && {
    refresh_token: rotate(pool, hash, grant),
  };
  return json(200, { ...(await issueTokens({ pool, client, issuer, user, grant })), ...rotated });
};

const isExpired = ({ rotation_grace_seconds = 0 }: ClientSettings, grant: Grant): boolean => {
  const replaced =
    grant.replaced_at !== undefined &&
    grant.replaced_at + rotation_grace_seconds * 1000 <= Date.now();
  return replaced || grant.expires_at <= Date.now();
};

/** The successor expires when the first token would have. */
const rotate = (pool: UserPool, hash: string, { replaced_at, ...grant }: Grant): string => {
  pool.directory.grants.set(hash, { ...grant, replaced_at: replaced_at ?? Date.now() });
  return issueRefreshToken(pool, grant);
};
