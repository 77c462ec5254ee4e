import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BadConfiguration } from '../errors.ts';
import { bodyIn, listening } from '../listening.ts';
import { type Code, createLogin, type Login, type Visit } from './login.ts';
import { createOneTimeTokens } from './one-time-tokens.ts';
import { openPools, type PoolsOptions, type UserPool, type UserPools } from './pools.ts';
import { json, type Reply } from './replies.ts';
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts';
import { keySetOf } from './tokens.ts';

/** The user pools of the templates, and the address of their sign-in; without a pool there is none. */
export type RunningSignIn = {
  readonly pools: UserPools;
  readonly origin: string | undefined;
  stop(): Promise<void>;
};

/** Opens them; port 0 is a free one. Throws BadConfiguration. */
export const startUserPools = async (
  options: PoolsOptions,
  port: number,
): Promise<RunningSignIn> => {
  const pools = openPools(options);
  if (pools.all.length === 0) return { pools, origin: undefined, stop: async () => {} };
  const { origin, stop } = await startSignIn(pools, port).catch((error: NodeJS.ErrnoException) => {
    throw new BadConfiguration(`Port ${port} cannot be opened for the sign-in (${error.code}).`, {
      cause: error,
    });
  });
  return { pools, origin, stop };
};

/** Serves the pages and endpoints: Cognito's issuer and its pages have one host here. */
const startSignIn = async (pools: UserPools, port: number) => {
  const codes = createOneTimeTokens<Code>(code_ms);
  const server = createServer({ requestTimeout: 30_000 }, (request, response) => {
    void answer(site, request)
      .then((reply) => send(reply, response))
      .catch(() => response.destroy());
  });
  const { port: taken, stop } = await listening(server, port);
  const origin = `http://127.0.0.1:${taken}`;
  const issuerOf = ({ settings }: UserPool): string => `${origin}/${settings.id}`;
  const site: Site = {
    pools,
    origin,
    issuerOf,
    login: createLogin(pools, codes),
    endpoint: createTokenEndpoint(pools, codes, issuerOf),
  };
  return { origin, stop };
};

const code_ms = 5 * 60_000;

type Site = {
  readonly pools: UserPools;
  readonly origin: string;
  readonly issuerOf: (pool: UserPool) => string;
  readonly login: Login;
  readonly endpoint: TokenEndpoint;
};

const answer = async (site: Site, request: IncomingMessage): Promise<Reply> => {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', site.origin);
  if (request.method === 'OPTIONS') return preflight;
  const known = pathname.match(/^\/([^/]+)\/\.well-known\/([a-z.-]+)$/);
  if (known && request.method === 'GET') return wellKnown(site, known[1] ?? '', known[2] ?? '');
  const route =
    Object.hasOwn(routes, `${request.method} ${pathname}`) &&
    routes[`${request.method} ${pathname}`];
  if (!route) return json(404, { error: 'not_found' });
  const form = request.method === 'POST' ? await formIn(request) : new URLSearchParams();
  if (form === undefined) return json(400, { error: 'invalid_request' });
  return route(site, { query, form, cookies: cookiesOf(request) });
};

const routes: Readonly<Record<string, (site: Site, visit: Visit) => Reply | Promise<Reply>>> = {
  'GET /oauth2/authorize': ({ login }, visit) => login.authorize(visit),
  'GET /login': ({ login }, visit) => login.page(visit),
  'POST /login': ({ login }, visit) => login.submit(visit),
  'GET /forgotPassword': ({ login }, visit) => login.forgot(visit),
  'POST /forgotPassword': ({ login }, visit) => login.forgot(visit),
  'POST /confirmforgotPassword': ({ login }, visit) => login.reset(visit),
  'GET /logout': ({ login }, visit) => login.logout(visit),
  'POST /oauth2/token': ({ endpoint }, { form }) => endpoint.token(form),
  'POST /oauth2/revoke': ({ endpoint }, { form }) => endpoint.revoke(form),
};

const wellKnown = async (
  { pools, origin, issuerOf }: Site,
  poolId: string,
  what: string,
): Promise<Reply> => {
  const pool = pools.find(poolId);
  if (pool && what === 'jwks.json') return json(200, await keySetOf(pool));
  if (!pool || what !== 'openid-configuration') return json(404, { error: 'not_found' });
  return json(200, {
    issuer: issuerOf(pool),
    authorization_endpoint: `${origin}/oauth2/authorize`,
    token_endpoint: `${origin}/oauth2/token`,
    revocation_endpoint: `${origin}/oauth2/revoke`,
    end_session_endpoint: `${origin}/logout`,
    jwks_uri: `${issuerOf(pool)}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'email'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
};

const preflight: Reply = {
  status: 204,
  headers: {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type',
  },
  body: '',
};

const form_bytes_max = 64 * 1024;

const formIn = async (request: IncomingMessage): Promise<URLSearchParams | undefined> => {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const body = await bodyIn(request, form_bytes_max);
  return isForm && body ? new URLSearchParams(body.toString()) : undefined;
};

const cookiesOf = ({ headers }: IncomingMessage): Map<string, string> =>
  new Map(
    (headers.cookie ?? '').split(/;\s*/).map((pair) => pair.split('=', 2) as [string, string]),
  );

const send = ({ status, headers, body }: Reply, response: ServerResponse): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
};
