import { isListed } from '../addresses.ts';
import type { UserPool, UserPools } from './pools.ts';
import type { ClientSettings } from './settings.ts';

/** An application's request that a person signs in. */
export type SignInRequest = {
  readonly pool: UserPool;
  readonly client: ClientSettings;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly code_challenge: string;
  readonly state?: string;
  readonly nonce?: string;
  readonly prompt?: string;
  /** The request as it came, for the form that continues it. */
  readonly query: string;
};

/** No redirect is safe: the page says why. */
type Unanswerable = { readonly unanswerable: string };

/** The application gets the error at its own address. */
type Rejected = { readonly redirectTo: string };

/** Reads a request. PKCE with S256 is required, and the address must be exactly one of the client's. */
export const authorizationIn = (
  pools: UserPools,
  query: URLSearchParams,
): SignInRequest | Unanswerable | Rejected => {
  const twice = [...query.keys()].find((name, at, names) => names.indexOf(name) !== at);
  if (twice !== undefined) return { unanswerable: `The parameter ${twice} is there twice.` };
  const of = pools.ofClient(query.get('client_id') ?? '');
  if (!of) return { unanswerable: 'No application has this client_id.' };
  const redirect_uri = query.get('redirect_uri') ?? '';
  if (!isListed(redirect_uri, of.client.callbacks))
    return { unanswerable: 'The redirect_uri is not one of the application’s.' };
  const optional = [...query].filter(([name]) => ['state', 'nonce', 'prompt'].includes(name));
  const named: { state?: string; nonce?: string; prompt?: string } = Object.fromEntries(optional);
  const error = errorIn(of.client, query);
  if (error) return { redirectTo: withParameters(redirect_uri, { ...error, state: named.state }) };
  const scope = query.get('scope') ?? of.client.scopes.join(' ');
  const code_challenge = query.get('code_challenge') ?? '';
  return { ...of, redirect_uri, scope, code_challenge, ...named, query: query.toString() };
};

const errorIn = (client: ClientSettings, query: URLSearchParams): OAuthError | undefined => {
  if (query.get('response_type') !== 'code')
    return oauthError('unsupported_response_type', 'Only code is answered');
  const scopes = query.get('scope')?.split(' ') ?? [];
  if (scopes.some((scope) => !client.scopes.includes(scope)))
    return oauthError('invalid_scope', 'No such scope');
  if (query.get('code_challenge_method') !== 'S256')
    return oauthError('invalid_request', 'code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? ''))
    return oauthError('invalid_request', 'No code_challenge');
  return undefined;
};

type OAuthError = { readonly error: string; readonly error_description: string };

const oauthError = (error: string, error_description: string): OAuthError => ({
  error,
  error_description,
});

/** An address with more query parameters; undefined ones are left out. */
export const withParameters = (
  address: string,
  more: Readonly<Record<string, string | undefined>>,
): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
