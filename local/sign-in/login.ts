import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isListed } from '../addresses.ts';
import { createOneTimeTokens, type OneTimeTokens } from './one-time-tokens.ts';
import type { UserPool, UserPools } from './pools.ts';
import { errorPage, type Form, formPage, type Reply, redirect } from './replies.ts';
import type { ClientSettings } from './settings.ts';
import { type Step, type Steps, stepsOf } from './steps.ts';

/** What a code is exchanged for. */
export type Code = {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly scope: string;
  readonly nonce?: string | undefined;
  readonly sub: string;
  readonly auth_time: number;
};

/** A request of a browser to the sign-in's pages. */
export type Visit = {
  readonly query: URLSearchParams;
  readonly cookies: ReadonlyMap<string, string>;
  readonly form: URLSearchParams;
};

/** The pages that a browser visits to sign in. */
export type Login = {
  authorize(visit: Visit): Reply;
  page(visit: Visit): Reply;
  submit(visit: Visit): Promise<Reply>;
  logout(visit: Visit): Reply;
};

const session_ms = 60 * 60_000;

type Session = { readonly pool: UserPool; readonly sub: string; readonly auth_time: number };

/** The pages over all pools; codes go to the token endpoint. */
export const createLogin = (pools: UserPools, codes: OneTimeTokens<Code>): Login => {
  const sessions = createOneTimeTokens<Session>(session_ms);
  const steps = new Map<UserPool, Steps>(pools.all.map((pool) => [pool, stepsOf(pool)]));
  const finish = (request: SignInRequest, { sub, auth_time }: Session, cookies: readonly string[] = []): Reply => {
    const { client, redirect_uri, code_challenge, scope, nonce, state } = request;
    const code = codes.issue({ client_id: client.id, redirect_uri, code_challenge, scope, nonce, sub, auth_time });
    return redirect(withParameters(redirect_uri, { code, state }), cookies);
  };
  const sessionOf = ({ pool }: SignInRequest, { cookies }: Visit): Session | undefined => {
    const session = sessions.find(cookies.get(sessionCookie) ?? '');
    return session?.pool === pool && pool.directory.users.has(session.sub) ? session : undefined;
  };
  const withRequest = (visit: Visit, answer: (request: SignInRequest) => Reply): Reply => {
    const request = authorizationIn(pools, visit.query);
    if ('unanswerable' in request) return errorPage(request.unanswerable);
    return 'redirectTo' in request ? redirect(request.redirectTo) : answer(request);
  };
  const page = (visit: Visit): Reply => withRequest(visit, (request) => stepPage(request, visit, passwordStep()));
  return {
    authorize: (visit) =>
      withRequest(visit, (request) => {
        const session = request.prompt === 'login' ? undefined : sessionOf(request, visit);
        if (session) return finish(request, session);
        const { redirect_uri, state, query } = request;
        const error = { error: 'login_required', state };
        return redirect(request.prompt === 'none' ? withParameters(redirect_uri, error) : `/login?${query}`);
      }),
    page,
    submit: async (visit) => {
      const request = authorizationIn(pools, visit.query);
      if (!('pool' in request) || !isOwnForm(visit)) return page(visit);
      const step = await take(steps.get(request.pool), visit.form);
      if (step.kind === 'rejected')
        return stepPage(request, visit, passwordStep(visit.form.get('username')), step.error);
      if (step.kind === 'new-password')
        return stepPage(request, visit, newPasswordStep, step.error, { challenge: step.challenge });
      const session = { pool: request.pool, sub: step.sub, auth_time: Date.now() };
      return finish(request, session, [cookie(sessionCookie, sessions.issue(session), session_ms / 1000)]);
    },
    logout: ({ query, cookies }) => {
      const of = pools.ofClient(query.get('client_id') ?? '');
      const address = query.get('logout_uri') ?? '';
      if (!of || !isListed(address, of.client.logouts))
        return errorPage('The logout_uri is none of the application’s.');
      sessions.drop(cookies.get(sessionCookie) ?? '');
      return redirect(address, [cookie(sessionCookie, '', 0)]);
    },
  };
};

const sessionCookie = 'cognito';
const formCookie = 'XSRF-TOKEN';

const cookie = (name: string, value: string, seconds: number): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;

const take = async (steps: Steps | undefined, form: URLSearchParams): Promise<Step> => {
  if (!steps) throw new Error('A pool without steps.');
  const field = (name: string): string => form.get(name) ?? '';
  return form.has('challenge')
    ? steps.newPassword(field('challenge'), field('new_password'), field('new_password_again'))
    : steps.password(field('username'), field('password'));
};

/** Whether this browser got the form from here: another site can send one, but not with the cookie's value. */
const isOwnForm = ({ form, cookies }: Visit): boolean => {
  const [sent, kept] = [Buffer.from(form.get('_csrf') ?? ''), Buffer.from(cookies.get(formCookie) ?? '')];
  return kept.length > 0 && sent.length === kept.length && timingSafeEqual(sent, kept);
};

/** After a wrong password the e-mail address is kept. */
const passwordStep = (username?: string | null): StepForm => ({
  title: 'Sign in',
  fields: [
    { name: 'username', label: 'E-mail address', type: 'email', autocomplete: 'username', value: username ?? '' },
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  ],
  button: 'Sign in',
});
const newPasswordStep: StepForm = {
  title: 'Choose a password',
  fields: [
    { name: 'new_password', label: 'New password', type: 'password', autocomplete: 'new-password' },
    { name: 'new_password_again', label: 'New password, again', type: 'password', autocomplete: 'new-password' },
  ],
  button: 'Continue',
};

type StepForm = Pick<Form, 'title' | 'fields' | 'button'>;

/** A browser keeps its cookie, so that the forms of two tabs are both valid. */
const stepPage = (
  { query, redirect_uri }: SignInRequest,
  { cookies }: Visit,
  form: StepForm,
  error?: string,
  hidden: Readonly<Record<string, string>> = {},
): Reply => {
  const known = cookies.get(formCookie);
  const _csrf = known || randomBytes(24).toString('base64url');
  return formPage({
    ...form,
    error,
    action: `/login?${query}`,
    hidden: { ...hidden, _csrf },
    returns: new URL(redirect_uri).origin,
    ...(!known && { cookies: [cookie(formCookie, _csrf, session_ms / 1000)] }),
  });
};

/** An application's request that a person signs in. */
type SignInRequest = {
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
const authorizationIn = (pools: UserPools, query: URLSearchParams): SignInRequest | Unanswerable | Rejected => {
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
  if (query.get('response_type') !== 'code') return oauthError('unsupported_response_type', 'Only code is answered');
  const scopes = query.get('scope')?.split(' ') ?? [];
  if (scopes.some((scope) => !client.scopes.includes(scope))) return oauthError('invalid_scope', 'No such scope');
  if (query.get('code_challenge_method') !== 'S256')
    return oauthError('invalid_request', 'code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(query.get('code_challenge') ?? '')) return oauthError('invalid_request', 'No code_challenge');
  return undefined;
};

type OAuthError = { readonly error: string; readonly error_description: string };

const oauthError = (error: string, error_description: string): OAuthError => ({ error, error_description });

/** An address with more query parameters; undefined ones are left out. */
const withParameters = (address: string, more: Readonly<Record<string, string | undefined>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(more)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
};
