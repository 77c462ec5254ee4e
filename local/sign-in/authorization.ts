import { isListed } from '../loopback.ts';
import type { Pool, Pools } from './pools.ts';
import type { ClientSettings } from './settings.ts';

/** What an application asks a person to sign in for. */
export type AuthorizationRequest = {
  readonly pool: Pool;
  readonly client: ClientSettings;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly code_challenge: string;
  readonly state?: string;
  readonly nonce?: string;
  readonly prompt?: string;
  /** The request as it came, for the form that goes on with it. */
  readonly query: string;
};

/** Nobody may be sent anywhere: the page says why. */
export type Unanswerable = { readonly unanswerable: string };

/** Whoever asked hears of it at the address that is his. */
export type Refused = { readonly refusedAt: string };

/** Reads a request; PKCE with S256 is a must, and an address must be one of the client's to the letter. */
export const authorizationIn = (
  pools: Pools,
  query: URLSearchParams,
): AuthorizationRequest | Unanswerable | Refused => {
  const twice = [...query.keys()].find((name, at, names) => names.indexOf(name) !== at);
  if (twice !== undefined) return { unanswerable: `The parameter ${twice} stands there twice.` };
  const of = pools.ofClient(query.get('client_id') ?? '');
  if (!of) return { unanswerable: 'No application has this client_id.' };
  const redirect_uri = query.get('redirect_uri') ?? '';
  if (!isListed(redirect_uri, of.client.callbacks))
    return { unanswerable: 'The redirect_uri is none of the application’s.' };
  const optional = ['state', 'nonce', 'prompt'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  const named: { state?: string; nonce?: string; prompt?: string } = Object.fromEntries(optional);
  const fault = faultIn(of.client, query);
  if (fault) return { refusedAt: withParameters(redirect_uri, { ...fault, state: named.state }) };
  const scope = query.get('scope') ?? of.client.scopes.join(' ');
  const code_challenge = query.get('code_challenge') ?? '';
  return { ...of, redirect_uri, scope, code_challenge, ...named, query: query.toString() };
};

const faultIn = (client: ClientSettings, query: URLSearchParams): Fault | undefined => {
  if (query.get('response_type') !== 'code') return fault('unsupported_response_type', 'Only code is answered');
  const scopes = query.get('scope')?.split(' ') ?? [];
  if (scopes.some((scope) => !client.scopes.includes(scope))) return fault('invalid_scope', 'No such scope');
  if (query.get('code_challenge_method') !== 'S256')
    return fault('invalid_request', 'code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return fault('invalid_request', 'No code_challenge');
  return undefined;
};

type Fault = { readonly error: string; readonly error_description: string };

const fault = (error: string, error_description: string): Fault => ({ error, error_description });

/** An address with more in its query; what is undefined is left out. */
export const withParameters = (address: string, more: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
