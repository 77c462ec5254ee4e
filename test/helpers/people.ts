import { randomUUID } from 'node:crypto';
import { operatorIdOf } from '../../functions/core/operator.ts';
import {
  dashboardApiParameter,
  type EnvironmentName,
  signInParameter,
} from '../../lib/environments.ts';
import { issueTokens } from '../../local/sign-in/tokens.ts';
import type { Local } from '../../local/start.ts';
import { type Answer, type Call, contentOf } from './call.ts';
import { exchange } from './http.ts';

/** The members of a person that a test sets. */
type Said = {
  readonly tenant_id: string;
  readonly role?: string;
  readonly email?: string;
  readonly sub?: string;
  /** The environment that the tokens are for; absent: sandbox. */
  readonly environment?: EnvironmentName;
};

/** A person with the tokens that the pages of the pool would have given. */
export type Person = {
  readonly operator_id: string;
  readonly id_token: string;
  readonly access_token: string;
};

/** A person of the pool who has signed in; live must run, where the pool is. */
export const aPerson = async (
  local: Local,
  {
    tenant_id,
    role = 'owner',
    email = `${randomUUID()}@example.com`,
    sub = randomUUID(),
    environment = 'sandbox',
  }: Said,
): Promise<Person> => {
  const [pool] = local.userPools.all;
  const client = pool?.settings.clients.find(({ id }) => id === clientOf(local, environment));
  if (!pool || !client) throw new Error('There is no pool of people.');
  const at = Date.now();
  const attributes = {
    email,
    email_verified: 'true',
    'custom:tenant_id': tenant_id,
    'custom:role': role,
  };
  const known = pool.directory.users.get(sub);
  const made = {
    sub,
    attributes,
    status: 'CONFIRMED',
    enabled: true,
    created_at: at,
    modified_at: at,
    password: '',
  } as const;
  const user = { ...(known ?? made), status: made.status };
  pool.directory.users.set(sub, user);
  const grant = {
    sub,
    client_id: client.id,
    scope: 'openid',
    auth_time: at,
    origin_jti: randomUUID(),
    expires_at: at + 3_600_000,
  };
  const issuer = `${local.signIn}/${pool.settings.id}`;
  const { id_token, access_token } = await issueTokens({ pool, client, issuer, user, grant });
  return { operator_id: operatorIdOf(sub), id_token, access_token };
};

const clientOf = ({ resources }: Local, environment: EnvironmentName): unknown =>
  resources.find(
    ({ properties }) => properties.Name === signInParameter(`${environment}-client-id`),
  )?.properties.Value;

/** Where the dashboard's API of an environment answers. */
export const dashboardApiOf = (local: Local, environment: EnvironmentName): string => {
  const name = dashboardApiParameter(environment);
  const host = local.resources.find(({ properties }) => properties.Name === name)?.properties.Value;
  const origin = local.origins.get(String(host));
  if (!origin) throw new Error(`The dashboard's API of ${environment} does not run.`);
  return `${origin}/v1/`;
};

/** Calls the dashboard's API with a token. */
export const withToken =
  (local: Local, environment: EnvironmentName, token: string) =>
  async (call: Call): Promise<Answer> => {
    const { port, pathname } = new URL(dashboardApiOf(local, environment));
    const { headers, text } = contentOf(
      { ...call, headers: { 'api-key': undefined, ...call.headers } },
      '',
    );
    const query = call.query?.length
      ? `?${new URLSearchParams(Object.fromEntries(call.query))}`
      : '';
    const received = await exchange(Number(port), {
      method: call.method,
      target: `${pathname.slice(0, -1)}${call.path}${query}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(text !== undefined && { body: text }),
    });
    return { ...received, body: received.text === '' ? undefined : JSON.parse(received.text) };
  };
